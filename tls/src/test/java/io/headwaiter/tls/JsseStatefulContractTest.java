package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import org.junit.jupiter.api.Tag;

/** JSSE in stateful mode: the verifier asks the session caches. */
@Tag("slow")
class JsseStatefulContractTest extends JsseContract {
  private final JsseSessionVerifier verifier =
      new JsseSessionVerifier(host -> caches().apply(host));

  @Override
  boolean isKnown(ResumptionClaim claim, String host) {
    return verifier.isKnown(claim, host);
  }

  @Override
  VerifierContract stranger() throws Exception {
    JsseStatefulContractTest other = new JsseStatefulContractTest();
    other.hosts();
    return other;
  }
}
