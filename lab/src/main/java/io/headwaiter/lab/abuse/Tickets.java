package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Collects tickets in the calm time before an attack: visits that are admitted once, and resume a
 * number of times without haste. Every resumption gives new tickets (BoringSSL sends them with the
 * first reply).
 */
final class Tickets {
  private static final long TICKET_MILLIS = 100;

  private Tickets() {}

  /**
   * Collects them.
   *
   * @param visits the memories of the visits, which are empty
   * @param page what each connection asks for
   * @param resumptions of each visit, in this time
   */
  static void collect(
      TlsCrowd crowd, List<TlsMemory> visits, String page, int resumptions, Duration calm)
      throws IOException, InterruptedException {
    for (TlsMemory visit : visits) {
      crowd.visit(visit, page);
    }
    TlsLink.Script collect =
        new TlsLink.Script() {
          @Override
          public void entered(TlsLink link) {
            link.ask(page);
          }

          @Override
          public void replied(TlsLink link) {
            crowd.later(TICKET_MILLIS, link::leave);
          }
        };
    long pauseNanos = calm.toNanos() / resumptions;
    for (int i = 0; i < resumptions; i++) {
      crowd.await(
          () -> {
            visits.forEach(visit -> crowd.resume(visit, collect));
            return null;
          });
      TimeUnit.NANOSECONDS.sleep(pauseNanos);
    }
    TimeUnit.MILLISECONDS.sleep(2 * TICKET_MILLIS);
  }
}
