"""Connects twice, the second time with the first connection's session. Argument: the TLS version, 1.2 or 1.3."""
import os
import socket
import ssl
import sys

context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE  # the capture server's certificate is made for one run
context.set_alpn_protocols(["h2", "http/1.1"])
if sys.argv[1] == "1.2":
    context.maximum_version = ssl.TLSVersion.TLSv1_2

session = None
for _ in range(2):
    with socket.create_connection(("127.0.0.1", int(os.environ["PORT"]))) as tcp:
        with context.wrap_socket(tcp, server_hostname="shop.localhost", session=session) as tls:
            tls.sendall(b"GET / HTTP/1.1\r\nHost: shop.localhost\r\n\r\n")
            while tls.recv(4096):
                pass
            session = tls.session
