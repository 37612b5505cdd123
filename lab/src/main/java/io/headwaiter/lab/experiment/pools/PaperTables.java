package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import io.headwaiter.load.workload.EightInteraction;
import io.headwaiter.load.workload.PoolPaperLoad;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tables I and II of A. Totok and V. Karamcheti, Optimizing utilization of resource pools in web
 * application servers (2010), beside ours.
 */
public final class PaperTables {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Milliseconds without and with a connection; underloaded, and with M = N = 30 loaded. */
  private record Times(int idleWithout, int idleWith, int loadedWithout, int loadedWith) {}

  private static final Map<EightInteraction, Times> PAPER =
      Map.of(
          EightInteraction.HOME, new Times(97, 0, 235, 0),
          EightInteraction.SEARCH, new Times(46, 50, 101, 646),
          EightInteraction.ITEM, new Times(9, 9, 26, 311),
          EightInteraction.ADD_TO_CART, new Times(24, 5, 61, 227),
          EightInteraction.CART, new Times(2, 0, 8, 0),
          EightInteraction.REGISTER, new Times(2, 0, 7, 0),
          EightInteraction.BUY_REQUEST, new Times(94, 59, 205, 940),
          EightInteraction.BUY_CONFIRM, new Times(93, 112, 230, 1165));

  private PaperTables() {}

  /**
   * Table I, milliseconds: the paper's figure and ours.
   *
   * @param underloaded one customer at a time
   * @param loaded as many threads and connections as there can be, all busy
   */
  public static String times(RequestProfile underloaded, RequestProfile loaded) {
    TextTable table =
        new TextTable(
            "type",
            "p underloaded: paper",
            "ours",
            "q underloaded: paper",
            "ours",
            "p loaded: paper",
            "ours",
            "q loaded: paper",
            "ours",
            "connection requests");
    for (EightInteraction type : EightInteraction.values()) {
      Times paper = PAPER.get(type);
      RequestTotals idle = totals(underloaded, type);
      RequestTotals full = totals(loaded, type);
      table.row(
          type.label(),
          Integer.toString(paper.idleWithout()),
          millis(idle.processingNanosMean()),
          Integer.toString(paper.idleWith()),
          millis(idle.holdNanosMean()),
          Integer.toString(paper.loadedWithout()),
          millis(full.processingNanosMean()),
          Integer.toString(paper.loadedWith()),
          millis(full.holdNanosMean()),
          Numbers.plain(full.connectionRequestsMean()));
    }
    return table.render();
  }

  private static RequestTotals totals(RequestProfile profile, EightInteraction type) {
    return profile.types().getOrDefault(type.path(), RequestTotals.NONE);
  }

  private static String millis(double nanos) {
    return Numbers.plain(nanos / NANOS_PER_MILLI);
  }

  /**
   * Table II, percent of the requests: the paper's figure, and what came to us.
   *
   * @param mixes as they came, profiling load, load 1 and load 2
   */
  public static String loads(List<RequestMix> mixes) {
    PoolPaperLoad[] loads = PoolPaperLoad.values();
    String[] head = new String[1 + 2 * Math.min(loads.length, mixes.size())];
    String[] lengths = head.clone();
    head[0] = "type";
    lengths[0] = "requests of a session";
    for (int i = 0; i < head.length / 2; i++) {
      head[1 + 2 * i] = loads[i].name().toLowerCase(Locale.ROOT) + ": paper";
      head[2 + 2 * i] = "ours";
      lengths[1 + 2 * i] = Numbers.plain(loads[i].meanRequests());
      lengths[2 + 2 * i] = Numbers.plain(mixes.get(i).sessionLength());
    }
    TextTable table = new TextTable(head);
    for (EightInteraction type : EightInteraction.values()) {
      String[] row = head.clone();
      row[0] = type.label();
      for (int i = 0; i < head.length / 2; i++) {
        row[1 + 2 * i] = Numbers.percent(loads[i].printedPercent(type) / 100);
        row[2 + 2 * i] =
            mixes.get(i).types().contains(type.path())
                ? Numbers.percent(mixes.get(i).share(type.path()))
                : Numbers.NOTHING;
      }
      table.row(row);
    }
    table.row(lengths);
    return table.render();
  }

  /** For {@code run.json}: our part of table I. */
  public static Map<String, Object> raw(RequestProfile underloaded, RequestProfile loaded) {
    Map<String, Object> raw = new LinkedHashMap<>();
    Arrays.stream(EightInteraction.values())
        .forEach(
            type -> {
              RequestTotals idle = totals(underloaded, type);
              RequestTotals full = totals(loaded, type);
              raw.put(
                  type.label(),
                  Map.of(
                      "withoutConnectionMillisUnderloaded",
                      idle.processingNanosMean() / NANOS_PER_MILLI,
                      "withConnectionMillisUnderloaded",
                      idle.holdNanosMean() / NANOS_PER_MILLI,
                      "withoutConnectionMillisLoaded",
                      full.processingNanosMean() / NANOS_PER_MILLI,
                      "withConnectionMillisLoaded",
                      full.holdNanosMean() / NANOS_PER_MILLI));
            });
    return raw;
  }
}
