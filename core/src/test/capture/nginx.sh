#!/bin/sh
# Has nginx fetch two pages from the capture server, over a connection each. Argument: protocols it may use.
set -eu
folder=$tmp/nginx-$PORT
mkdir -p "$folder"
front=$((PORT == 65535 ? 65534 : PORT + 1))
cat >"$folder/nginx.conf" <<CONF
daemon off; master_process off; pid $folder/pid; error_log $folder/error.log;
events { worker_connections 16; }
http {
  access_log off;
  client_body_temp_path $folder/b; proxy_temp_path $folder/p; fastcgi_temp_path $folder/f; uwsgi_temp_path $folder/u;
  scgi_temp_path $folder/s;
  server {
    listen 127.0.0.1:$front;
    location / {
      proxy_pass https://127.0.0.1:$PORT; proxy_http_version 1.1; proxy_set_header Host shop.localhost;
      proxy_ssl_server_name on; proxy_ssl_name shop.localhost; proxy_ssl_session_reuse on; proxy_ssl_protocols $1;
    }
  }
}
CONF
nginx -p "$folder" -c "$folder/nginx.conf" &
server=$!
trap 'kill $server' EXIT
for page in 1 2; do
  curl -s --retry 20 --retry-delay 0 --retry-connrefused --max-time 10 "http://127.0.0.1:$front/$page" >"$folder/page"
done
