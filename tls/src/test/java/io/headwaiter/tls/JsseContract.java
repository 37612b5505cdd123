package io.headwaiter.tls;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract for JSSE, in the mode that the build has set for this JVM. */
abstract class JsseContract extends VerifierContract {
  @TempDir static Path folder;

  private Map<String, SSLContext> hosts;

  @BeforeEach
  void hosts() throws Exception {
    hosts =
        Map.of(
            HOST, Handshakes.server(folder, "RSA"), OTHER_HOST, Handshakes.server(folder, "RSA"));
  }

  /** Returns the session caches of a host. */
  final Function<String, List<SSLSessionContext>> caches() {
    return host -> List.of(hosts.get(host).getServerSessionContext());
  }

  /** Returns fresh engines of a host. */
  final Function<String, Stream<SSLEngine>> engines() {
    return host -> Stream.of(serverEngine(host));
  }

  @Override
  final SSLEngine serverEngine(String host) {
    SSLEngine engine = hosts.get(host).createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  @Override
  final boolean isResumed(SSLEngine first, SSLEngine second) {
    return first.getSession().getCreationTime() == second.getSession().getCreationTime();
  }

  @Override
  final String authentication() {
    return "RSA";
  }

  @Override
  final ServerAnswer answer(byte[] hello) {
    return ServerAnswer.ofJsse(serverEngine(HOST), hello);
  }

  @Override
  final void endSessions() {
    hosts.get(HOST).getServerSessionContext().setSessionTimeout(1);
  }
}
