import java.net.InetAddress;
import java.net.Socket;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Connects twice with one JSSE context, so that the second connection resumes. Arguments: protocol. */
public class JsseClient {
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv("PORT"));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, new SecureRandom());
    for (int i = 0; i < 2; i++) {
      Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
      try (SSLSocket tls =
          (SSLSocket) context.getSocketFactory().createSocket(plain, "shop.localhost", port, true)) {
        SSLParameters parameters = tls.getSSLParameters();
        if (args.length > 0) {
          parameters.setProtocols(args);
        }
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        tls.setSSLParameters(parameters);
        tls.getOutputStream().write("GET / HTTP/1.1\r\nHost: shop.localhost\r\n\r\n".getBytes());
        tls.getInputStream().readAllBytes();
      }
    }
  }

  /** The capture server's certificate is made for one run: there is nothing to check. */
  static class TrustAll extends X509ExtendedTrustManager {
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
