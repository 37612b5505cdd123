package io.headwaiter.lab.server;

/**
 * Configurations of proxies that end TLS in front of a shop on the same processor: one thread,
 * connections to the shop kept open, sessions resumed from a cache and by ticket, nothing logged;
 * and of an nginx without a shop, which answers by itself. Pure.
 */
final class ProxyConfiguration {
  private static final String UPSTREAM =
      """
        upstream shop {
          server 127.0.0.1:%d;
          keepalive 1000;
          keepalive_requests 1000000000;
          keepalive_time 24h;
          keepalive_timeout 60s;
        }
      """;
  private static final String FORWARD =
      """
            proxy_pass http://shop;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_buffers 16 8k;
            proxy_max_temp_file_size 0;
      """;
  private static final String PAGE =
      """
            default_type text/html;
            return 200 "%s";
      """
          .formatted("A page of a kibibyte. ".repeat(47));

  private ProxyConfiguration() {}

  static String haproxy(ProxySetting s) {
    return """
        global
          nbthread 1
          maxconn 8000
        %4$s  tune.ssl.cachesize 20000
          tune.ssl.lifetime 300
          ssl-default-bind-options ssl-min-ver TLSv1.2
        defaults
          mode http
          timeout connect 5s
          timeout client 30s
          timeout server 30s
          timeout http-keep-alive %1$dms
          option http-keep-alive
          http-reuse always
        frontend customers
          bind 127.0.0.1:%2$d ssl crt %3$s backlog %5$s
        %8$s%9$s  default_backend shop
        backend shop
        %10$s  server tomcat 127.0.0.1:%6$d pool-max-conn 1000%7$s
        """
        .formatted(
            s.keepAlive().toMillis(),
            s.port(),
            s.both(),
            ProxyLimits.line("  maxsslrate %d\n", s.limits().handshakesPerSecond()),
            Double.isInfinite(s.limits().backlog())
                ? "4096"
                : ProxyLimits.line("%d", s.limits().backlog()),
            s.shopPort(),
            ProxyLimits.line(" maxconn %d", s.limits().shopConnections()),
            ProxyLimits.line("  rate-limit sessions %d\n", s.limits().sessionsPerSecond()),
            ProxyLimits.line("  maxconn %d\n", s.limits().customerConnections()),
            ProxyLimits.line("  timeout queue %dms\n", 1000 * s.limits().queueSeconds()));
  }

  /** One process does all: with a master it would be two, of which one does nothing. */
  static String nginx(ProxySetting s) {
    return """
        daemon off;
        master_process off;
        pid %1$s/nginx.pid;
        error_log stderr warn;
        worker_rlimit_nofile 16384;
        events {
          worker_connections 8192;
          multi_accept on;
        }
        http {
          access_log off;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
          tcp_nodelay on;
          keepalive_timeout %2$dms;
          keepalive_requests 1000000;
        %6$s  server {
            listen 127.0.0.1:%3$d ssl backlog=4096;
            ssl_certificate %4$s;
            ssl_certificate_key %5$s;
            ssl_protocols TLSv1.2 TLSv1.3;
            ssl_session_cache shared:customers:20m;
            ssl_session_tickets on;
            ssl_session_timeout 5m;
            location / {
        %7$s    }
          }
        }
        """
        .formatted(
            s.folder(),
            s.keepAlive().toMillis(),
            s.port(),
            s.certificate(),
            s.key(),
            s.hasShop() ? UPSTREAM.formatted(s.shopPort()) : "",
            s.hasShop() ? FORWARD : PAGE);
  }
}
