package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connections that make their handshake and then say nothing, of strangers, or that ask for a page
 * first, all of one visit: with its reply come the tickets for the next. A connection that is ended
 * is replaced. Those of one visit are there before the attack, all but a hundred, so that the
 * attack is the room they take and not their handshakes.
 */
public final class SilentVisits implements Attacker {
  private static final int TICKETS_MAX = 8;
  private static final int LATE = 100;
  private static final long MARGIN_MILLIS = 300;

  private final double ratePerSecond;
  private final int openMax;
  private final String page;
  private final TlsCrowd crowd;
  private final TlsMemory memory;
  // Written before the pacing begins, then by the crowd's thread.
  private volatile int openNow;
  private final TlsLink.Script silence = new TlsLink.Script() {};
  private final TlsLink.Script onePage =
      new TlsLink.Script() {
        @Override
        public void entered(TlsLink link) {
          link.ask(page);
        }
      };

  /**
   * Nothing is sent yet.
   *
   * @param openMax most connections at a time
   * @param page what each connection of the visit asks for; null for strangers, who ask nothing
   */
  public SilentVisits(
      Target target, double ratePerSecond, int openMax, String page, String networks)
      throws IOException {
    this.ratePerSecond = ratePerSecond;
    this.openMax = openMax;
    this.page = page;
    this.memory = page == null ? null : TlsMemory.thrifty(TICKETS_MAX);
    this.crowd = new TlsCrowd(target, List.of(), networks);
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    if (page != null) {
      crowd.visit(memory, page);
      openNow = Math.max(0, openMax - LATE);
    }
    crowd.await(
        () -> {
          crowd.paced(ratePerSecond, () -> openNow, this::come);
          return null;
        });
    if (openNow > 0) {
      TimeUnit.MILLISECONDS.sleep((long) (1000 * openNow / ratePerSecond) + MARGIN_MILLIS);
    }
  }

  @Override
  public Tally run(Duration duration) throws IOException, InterruptedException {
    return crowd.run(duration, () -> openNow = openMax);
  }

  private void come() {
    if (memory == null) {
      crowd.connect(null, silence);
    } else {
      crowd.resume(memory, onePage);
    }
  }

  @Override
  public void close() {
    crowd.close();
  }
}
