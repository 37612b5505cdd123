// Connects twice with one session cache, so that the second connection resumes.
// Argument: the highest TLS version, 1.2 or 1.3.
package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"os"
)

func main() {
	config := &tls.Config{
		ServerName:         "shop.localhost",
		InsecureSkipVerify: true, // the capture server's certificate is made for one run
		NextProtos:         []string{"h2", "http/1.1"},
		ClientSessionCache: tls.NewLRUClientSessionCache(8),
	}
	if len(os.Args) > 1 && os.Args[1] == "1.2" {
		config.MaxVersion = tls.VersionTLS12
	}
	for i := 0; i < 2; i++ {
		conn, err := tls.Dial("tcp", "127.0.0.1:"+os.Getenv("PORT"), config)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: shop.localhost\r\n\r\n")
		io.Copy(io.Discard, conn)
		conn.Close()
	}
}
