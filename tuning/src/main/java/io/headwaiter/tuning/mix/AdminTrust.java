package io.headwaiter.tuning.mix;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;

/**
 * Which certificate of an admin endpoint is trusted: one that the JVM trusts, or the authorities of
 * the PEM file that the environment variable {@value #CA} names. Stateless.
 */
final class AdminTrust {
  static final String CA = "HEADWAITER_ADMIN_CA";

  private AdminTrust() {}

  /**
   * Lets a connection trust what the environment says.
   *
   * @throws IOException with a sentence if the file has no certificates
   */
  static void apply(HttpsURLConnection connection, UnaryOperator<String> environment)
      throws IOException {
    String file = environment.apply(CA);
    if (file == null || file.isBlank()) {
      return;
    }
    try {
      JdkSslContext context =
          (JdkSslContext)
              SslContextBuilder.forClient()
                  .sslProvider(SslProvider.JDK)
                  .trustManager(Path.of(file.strip()).toFile())
                  .build();
      connection.setSSLSocketFactory(context.context().getSocketFactory());
    } catch (IllegalArgumentException | SSLException e) {
      throw new IOException(
          CA + " is " + file + ", which has no certificates: it must name a PEM file.", e);
    }
  }

  /** Returns the sentence for a certificate that is not trusted. */
  static IOException untrusted(SSLException cause) {
    return new IOException(
        "its certificate is not trusted ("
            + cause.getMessage()
            + "); name a PEM file with it, or with its authority, in the environment variable "
            + CA,
        cause);
  }
}
