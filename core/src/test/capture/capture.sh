#!/bin/sh
# Records the hellos of all TLS clients at hand into core/src/test/resources/hellos.
# Build first (mvn -pl core test-compile), then: core/src/test/capture/capture.sh [name-prefix]
# Needs a JDK 17 or newer on the path; each client that is missing is left out. Loopback only.
# JDK17 and JDK25 may name JDK homes; FIREFOX and CHROMIUM may name the browsers.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$(cd "$here/../../.." && pwd)
out=$core/src/test/resources/hellos
only=${1:-}
: "${JDK17:=/usr/lib/jvm/java-17-openjdk-amd64}" "${JDK25:=/usr/lib/jvm/temurin-25-jdk-amd64}"
: "${FIREFOX:=firefox-esr}" "${CHROMIUM:=chromium}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$out"
export tmp here JDK17 JDK25 FIREFOX CHROMIUM

keytool -genkeypair -alias shop -keyalg RSA -keysize 2048 -validity 30 -dname CN=shop.localhost \
  -ext san=dns:shop.localhost -storetype PKCS12 -keystore "$tmp/shop.p12" -storepass capture 2>/dev/null
keytool -exportcert -rfc -alias shop -keystore "$tmp/shop.p12" -storepass capture >"$tmp/shop.pem" 2>/dev/null

have() { command -v "$1" >/dev/null 2>&1; }

# capture NAME CLIENT TLS SERVER COMMAND, where SERVER is stateful or stateless, with -tls12 behind it
# for one that does not speak TLS 1.3: what 1.3 clients then resume is a session of TLS 1.2.
capture() {
  case $1 in "$only"*) ;; *) return 0 ;; esac
  java -cp "$core/target/classes:$core/target/test-classes" \
    io.headwaiter.core.hello.capture.CaptureHellos "$tmp/shop.p12" "$out" "$@"
}

# Two s_client runs, the second one with the first one's session. The request comes before the end of
# input and the server closes, so tickets that follow the handshake are read.
s_client_twice() {
  cat <<EOF
for session in -sess_out -sess_in; do
  printf 'GET / HTTP/1.1\r\nHost: shop.localhost\r\n\r\n' |
    timeout 10 openssl s_client -connect 127.0.0.1:\$PORT -servername shop.localhost -ign_eof $* \$session $tmp/session
done
EOF
}

if have openssl; then
  v="OpenSSL s_client $(openssl version | cut -d' ' -f2)"
  capture openssl-tls13 "$v" 1.3 stateful "$(s_client_twice -tls1_3)"
  capture openssl-default "$v" "1.3, default options with ALPN" stateful "$(s_client_twice -alpn h2,http/1.1)"
  capture openssl-to-tls12-id "$v" 1.3 stateful-tls12 "$(s_client_twice)"
  capture openssl-to-tls12-ticket "$v" 1.3 stateless-tls12 "$(s_client_twice)"
  capture openssl-tls12-id "$v" 1.2 stateful "$(s_client_twice -tls1_2)"
  capture openssl-tls12-ticket "$v" 1.2 stateless "$(s_client_twice -tls1_2)"
  capture openssl-tls11 "$v" 1.1 stateful "$(s_client_twice -tls1_1 -cipher ALL:@SECLEVEL=0)"
  capture openssl-tls10 "$v" 1.0 stateful "$(s_client_twice -tls1 -cipher ALL:@SECLEVEL=0)"
fi

for jdk in "$JDK17" "$JDK25"; do
  if [ -x "$jdk/bin/java" ]; then
    v="JSSE client $("$jdk/bin/java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')"
    n=jsse$("$jdk/bin/java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p')
    run="$jdk/bin/java $here/JsseClient.java"
    capture "$n-tls13" "$v" 1.3 stateful "$run"
    capture "$n-tls13-ticket" "$v" 1.3 stateless "$run"
    capture "$n-to-tls12-id" "$v" 1.3 stateful-tls12 "$run"
    capture "$n-to-tls12-ticket" "$v" 1.3 stateless-tls12 "$run"
    capture "$n-tls12-id" "$v" 1.2 stateful "$run TLSv1.2"
    capture "$n-tls12-ticket" "$v" 1.2 stateless "$run TLSv1.2"
  fi
done

if have go; then
  v="Go crypto/tls $(go env GOVERSION | sed s/go//)"
  if go build -o "$tmp/goclient" "$here/goclient.go"; then
    capture go-tls13 "$v" 1.3 stateful "$tmp/goclient 1.3"
    capture go-to-tls12-ticket "$v" 1.3 stateless-tls12 "$tmp/goclient 1.3"
    capture go-tls12-ticket "$v" 1.2 stateless "$tmp/goclient 1.2"
  fi
fi

if have curl; then
  v="curl $(curl --version | head -1 | cut -d' ' -f2,4)"
  url="https://shop.localhost:\$PORT"
  fetch="curl -sk --max-time 20 --resolve shop.localhost:\$PORT:127.0.0.1"
  capture curl-tls13 "$v" 1.3 stateful "$fetch $url/1 $url/2"
  capture curl-tls12-id "$v" 1.2 stateful "$fetch --tls-max 1.2 $url/1 $url/2"
fi

if have node; then
  v="Node.js $(node --version | sed s/v//)"
  capture node-tls13 "$v" 1.3 stateful "node $here/nodeclient.js"
  capture node-tls12-id "$v" 1.2 stateful "node $here/nodeclient.js TLSv1.2"
  capture node-tls12-ticket "$v" 1.2 stateless "node $here/nodeclient.js TLSv1.2"
fi

if have python3; then
  v="Python $(python3 -c 'import platform, ssl; print(platform.python_version(), "with", *ssl.OPENSSL_VERSION.split()[:2])')"
  capture python-tls13 "$v" 1.3 stateful "python3 $here/pyclient.py 1.3"
  capture python-tls12-id "$v" 1.2 stateful "python3 $here/pyclient.py 1.2"
  capture python-tls12-ticket "$v" 1.2 stateless "python3 $here/pyclient.py 1.2"
fi

# One connection to get a session, and one that resumes it.
gnutls_twice() {
  printf '%s' "printf 'GET / HTTP/1.1\\r\\nHost: shop.localhost\\r\\n\\r\\n' | timeout 20 gnutls-cli --insecure \
    --resume --waitresumption --sni-hostname shop.localhost --port \$PORT --priority $* 127.0.0.1"
}

if have gnutls-cli; then
  v="GnuTLS gnutls-cli $(gnutls-cli --version | sed -n '1s/.* //p')"
  capture gnutls-tls13 "$v" 1.3 stateful "$(gnutls_twice NORMAL)"
  capture gnutls-tls12-id "$v" 1.2 stateful "$(gnutls_twice NORMAL:-VERS-ALL:+VERS-TLS1.2)"
  capture gnutls-tls12-ticket "$v" 1.2 stateless "$(gnutls_twice NORMAL:-VERS-ALL:+VERS-TLS1.2)"
fi

if have strsclnt && have certutil; then
  v="NSS strsclnt $(dpkg-query -W -f '${Version}' libnss3-tools 2>/dev/null | sed 's/^[0-9]*://; s/-.*//')"
  mkdir -p "$tmp/nss"
  certutil -N -d "sql:$tmp/nss" --empty-password
  nss="timeout 20 strsclnt -d sql:$tmp/nss -p \$PORT -a shop.localhost -c 4 -t 1 -o -q"
  capture nss-tls13 "$v" 1.3 stateful "$nss -V tls1.3:tls1.3 127.0.0.1"
  capture nss-tls12-id "$v" 1.2 stateful "$nss -V tls1.2:tls1.2 127.0.0.1"
  capture nss-tls12-ticket "$v" 1.2 stateless "$nss -u -V tls1.2:tls1.2 127.0.0.1"
fi

if have nginx; then
  v="nginx $(nginx -v 2>&1 | sed 's/.*\///')"
  capture nginx-tls13 "$v" 1.3 stateful "sh $here/nginx.sh TLSv1.3"
  capture nginx-tls12-id "$v" 1.2 stateful "sh $here/nginx.sh TLSv1.2"
  capture nginx-tls12-ticket "$v" 1.2 stateless "sh $here/nginx.sh TLSv1.2"
fi

if have haproxy; then
  v="HAProxy $(haproxy -v | sed -n '1s/.*version \([0-9.]*\).*/\1/p')"
  capture haproxy-tls13 "$v" 1.3 stateful "sh $here/haproxy.sh TLSv1.3"
  capture haproxy-tls12-id "$v" 1.2 stateful "sh $here/haproxy.sh TLSv1.2"
  capture haproxy-tls12-ticket "$v" 1.2 stateless "sh $here/haproxy.sh TLSv1.2"
fi

if have "$CHROMIUM"; then
  v=$("$CHROMIUM" --version 2>/dev/null | cut -d' ' -f1,2)
  browse="timeout -s KILL 40 $CHROMIUM --headless --no-sandbox --disable-gpu --ignore-certificate-errors \
    --user-data-dir=$tmp/chromium-\$PORT --virtual-time-budget=8000 --dump-dom"
  capture chromium-tls13 "$v" 1.3 stateful "$browse https://shop.localhost:\$PORT/"
  capture chromium-to-tls12-id "$v" 1.3 stateful-tls12 "$browse https://shop.localhost:\$PORT/"
  capture chromium-tls12-id "$v" 1.2 stateful "$browse --ssl-version-max=tls1.2 https://shop.localhost:\$PORT/"
fi

if have "$FIREFOX"; then
  v=$("$FIREFOX" --version 2>/dev/null | cut -d' ' -f1-3)
  capture firefox-tls13 "$v" 1.3 stateful "sh $here/firefox.sh"
  capture firefox-to-tls12-id "$v" 1.3 stateful-tls12 "sh $here/firefox.sh"
fi
