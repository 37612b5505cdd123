package io.headwaiter.tuning;

import java.util.Locale;

/**
 * The two costs that the published admission formula needs, found by profiling an application as it
 * is: the CPU time of a connection that begins with a full handshake, and of one that resumes, each
 * with the requests that come over it.
 *
 * <p>Two runs have the same visits; in the first no client resumes, in the second all do where they
 * can. With N connections of full and O of resumed handshakes in each:
 *
 * <pre>
 *   CPU1 = N1 * CT_N               so  CT_N = CPU1 / N1
 *   CPU2 = N2 * CT_N + O2 * CT_O   so  CT_O = (CPU2 - N2 * CT_N) / O2
 * </pre>
 *
 * <p>Source: Guitart et al. 2007, section 5, who call it static profiling and do not say how they
 * did it. Worked: 4 s for 1000 full connections give CT_N = 4 ms; then 2 s for 200 full and 800
 * resumed ones give CT_O = (2000 - 800) / 800 = 1.5 ms.
 *
 * @param newMillis CT_N, above 0
 * @param resumedMillis CT_O, above 0
 */
public record FormulaCosts(double newMillis, double resumedMillis) {
  /** Fewer connections of a kind say too little about its cost. */
  public static final int CONNECTIONS_MIN = 30;

  private static final double MILLIS_PER_SECOND = 1000;

  /**
   * One run.
   *
   * @param cpuSeconds of the server, without what it uses when it is idle
   * @param full connections with a full handshake
   * @param resumed connections with a resumed handshake
   */
  public record Run(double cpuSeconds, long full, long resumed) {}

  /**
   * Returns the costs.
   *
   * @param separate run in which no client resumes
   * @param resuming run in which clients resume
   * @throws IllegalArgumentException with a sentence, if the runs are too short, or cannot be told
   *     apart
   */
  public static FormulaCosts of(Run separate, Run resuming) {
    if (separate.full() < CONNECTIONS_MIN) {
      throw new IllegalArgumentException(
          "There were %d connections with full handshakes, and at least %d are needed. Run longer, or at a higher --rate."
              .formatted(separate.full(), CONNECTIONS_MIN));
    }
    if (resuming.resumed() < CONNECTIONS_MIN) {
      throw new IllegalArgumentException(
          ("There were %d connections with resumed handshakes, and at least %d are needed. Run longer, give a"
                  + " think time over the server's keep-alive time, or --new-connection-per-request.")
              .formatted(resuming.resumed(), CONNECTIONS_MIN));
    }
    double newSeconds = separate.cpuSeconds() / separate.full();
    double left = resuming.cpuSeconds() - resuming.full() * newSeconds;
    if (!(newSeconds > 0 && left > 0)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "The CPU times of the runs contradict each other: %.3f s without and %.3f s with"
                  + " resumption. Does something else run on the server?",
              separate.cpuSeconds(),
              resuming.cpuSeconds()));
    }
    return new FormulaCosts(
        MILLIS_PER_SECOND * newSeconds, MILLIS_PER_SECOND * left / resuming.resumed());
  }
}
