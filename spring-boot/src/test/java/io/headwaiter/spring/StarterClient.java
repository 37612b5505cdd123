package io.headwaiter.spring;

import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A client that takes the certificate of the tests. */
final class StarterClient {
  private static final X509TrustManager ANY =
      new X509TrustManager() {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
          return new X509Certificate[0];
        }
      };

  private StarterClient() {}

  /** Returns the body of a page. */
  static String get(URI page) throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {ANY}, new SecureRandom());
    HttpsURLConnection connection = (HttpsURLConnection) page.toURL().openConnection();
    connection.setSSLSocketFactory(tls.getSocketFactory());
    connection.setHostnameVerifier((host, session) -> true);
    connection.setReadTimeout(20_000);
    try (InputStream body = connection.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
