#!/bin/sh
# Has HAProxy fetch pages from the capture server, over a connection each. Argument: the highest TLS version.
set -eu
folder=$tmp/haproxy-$PORT
mkdir -p "$folder"
front=$((PORT == 65535 ? 65534 : PORT + 1))
cat >"$folder/haproxy.cfg" <<CONF
global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 10s
  timeout server 10s
frontend front
  bind 127.0.0.1:$front
  default_backend back
backend back
  http-reuse never
  server capture 127.0.0.1:$PORT ssl verify none sni str(shop.localhost) alpn h2,http/1.1 ssl-max-ver $1
CONF
haproxy -db -f "$folder/haproxy.cfg" &
server=$!
trap 'kill $server' EXIT
for page in 1 2; do
  curl -s --retry 20 --retry-delay 0 --retry-connrefused --max-time 10 "http://127.0.0.1:$front/$page" >"$folder/page"
done
