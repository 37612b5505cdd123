package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Made-up figures of two servers, one that collapses and one that does not. */
public final class Samples {
  private Samples() {}

  public static RunFigures run(String server, double factor, Estimate completed, Estimate p99) {
    Map<String, Object> extra = new LinkedHashMap<>();
    extra.put("handshakesFull", 1234L);
    extra.put(
        "serverCpuMillisPerCompletedSession",
        completed.value() == 0 ? Estimate.UNKNOWN : new Estimate(16.4, 16.1, 16.7));
    return new RunFigures(
        server,
        factor,
        58.2 * factor,
        completed,
        new Estimate(completed.value() * 8.5, completed.low() * 8.4, completed.high() * 8.6),
        new Estimate(p99.value() / 9, p99.low() / 9, p99.high() / 9),
        p99,
        factor > 1 && server.equals("headwaiter") ? Math.round(58.2 * (factor - 1) * 25) : 0,
        17,
        3,
        extra);
  }

  public static List<RunFigures> runs() {
    return List.of(
        run("stock", 1, new Estimate(57.1, 55.2, 59), new Estimate(310, 260, 402)),
        run("stock", 5, new Estimate(2.4, 1.1, 3.7), new Estimate(988, 970, 998)),
        run("stock", 20, new Estimate(0, 0, 0.2), Estimate.UNKNOWN),
        run("headwaiter", 1, new Estimate(57.4, 55.8, 59), new Estimate(295, 251, 350)),
        run("headwaiter", 5, new Estimate(56.6, 55.7, 57.5), new Estimate(180, 160, 215)),
        run("headwaiter", 20, new Estimate(54.9, 53.6, 56.2), new Estimate(192, 171, 230)));
  }

  public static ReportData report() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("machine", "2 cores, Linux 6.1, JDK 17.0.15");
    facts.put("end of session", "literal reading of the table's last row <p = 0.2>");
    facts.put("think time and patience", "7 s and 10 s, both times 0.1");
    List<Check> checks =
        List.of(
            Check.atLeast(
                "kept-5x",
                "Sessions completed at 5x, of its own best",
                new Estimate(0.986, 0.95, 1.02),
                "of best",
                0.96),
            Check.atMost(
                "p99-20x", "p99 at 20x against the reference", Estimate.of(2.3), "times", 2));
    return new ReportData(
        Validity.VALID,
        "Stock Tomcat and Headwaiter under overload",
        "The same auction, the same database, the same customers, twice: at 1, 5 and 20 times the load that fits.",
        runs(),
        run("headwaiter", 0.95, new Estimate(54.6, 53, 56), new Estimate(140, 120, 171)),
        checks,
        facts,
        Map.of("full handshake, ms", "4.31"));
  }
}
