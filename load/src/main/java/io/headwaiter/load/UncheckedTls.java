package io.headwaiter.load;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/** The JDK's TLS for clients of test servers, whose certificates no known authority signs. */
public final class UncheckedTls {
  private UncheckedTls() {}

  /** Returns a new context that accepts all certificates, and has no session to resume. */
  public static SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }
}
