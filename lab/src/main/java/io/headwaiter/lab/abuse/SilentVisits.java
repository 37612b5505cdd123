package io.headwaiter.lab.abuse;

import io.headwaiter.lab.load.TlsMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Connections that make their handshake and then say nothing, either of strangers or all of one
 * visit. A connection that is ended is replaced.
 */
public final class SilentVisits implements Attacker {
  private static final int TICKETS_MAX = 8;

  private final double ratePerSecond;
  private final int openMax;
  private final String page;
  private final TlsCrowd crowd;
  private final TlsMemory memory;

  /**
   * Nothing is sent yet.
   *
   * @param openMax most connections at a time
   * @param page what the visit asks for once before the attack; null for strangers, who ask nothing
   */
  public SilentVisits(
      Target target, double ratePerSecond, int openMax, String page, String networks)
      throws IOException {
    this.ratePerSecond = ratePerSecond;
    this.openMax = openMax;
    this.page = page;
    this.memory = page == null ? null : TlsMemory.rotating(TICKETS_MAX);
    this.crowd = new TlsCrowd(target, List.of(), networks);
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    if (page != null) {
      crowd.visit(memory, page);
    }
  }

  @Override
  public Tally run(Duration duration) throws IOException, InterruptedException {
    TlsLink.Script silence = new TlsLink.Script() {};
    return crowd.run(
        duration, () -> crowd.paced(ratePerSecond, openMax, () -> crowd.connect(memory, silence)));
  }

  @Override
  public void close() {
    crowd.close();
  }
}
