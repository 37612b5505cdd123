package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One visit that is admitted once, resumes a number of times without haste to collect tickets, and
 * then resumes with them as fast as it can, a page each time. Every resumption gives new tickets
 * (BoringSSL sends them with the first reply), each is spent once, and without one it waits: it
 * never comes as a stranger.
 */
public final class Harvest implements Attacker {
  private static final int TICKETS_MAX = 200;
  private static final int OPEN_MAX = 400;

  private final int resumptions;
  private final Duration calm;
  private final double ratePerSecond;
  private final String collected;
  private final String page;
  private final TlsCrowd crowd;
  private final TlsMemory tickets = TlsMemory.thrifty(TICKETS_MAX);

  /**
   * Nothing is sent yet.
   *
   * @param resumptions in the calm time before
   * @param collected page of these
   * @param ratePerSecond resumptions in the attack
   * @param page of these
   */
  public Harvest(
      Target target,
      int resumptions,
      String collected,
      Duration calm,
      double ratePerSecond,
      String page,
      String networks)
      throws IOException {
    this.resumptions = resumptions;
    this.collected = collected;
    this.calm = calm;
    this.ratePerSecond = ratePerSecond;
    this.page = page;
    this.crowd = new TlsCrowd(target, List.of(), networks);
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    Tickets.collect(crowd, List.of(tickets), collected, resumptions, calm);
  }

  /** Tickets at hand. */
  int tickets() throws IOException, InterruptedException {
    return crowd.await(tickets::size);
  }

  @Override
  public Tally run(Duration duration) throws IOException, InterruptedException {
    TlsLink.Script spend =
        new TlsLink.Script() {
          @Override
          public void entered(TlsLink link) {
            link.ask(page);
          }

          @Override
          public void replied(TlsLink link) {
            link.leave();
          }
        };
    return crowd.run(
        duration,
        () -> crowd.paced(ratePerSecond, () -> OPEN_MAX, () -> crowd.resume(tickets, spend)));
  }

  @Override
  public void close() {
    crowd.close();
  }
}
