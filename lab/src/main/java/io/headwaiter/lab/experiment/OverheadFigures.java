package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What the pairs say: Headwaiter's CPU time over the stock server's, pair by pair. */
record OverheadFigures(List<Pair> pairs) {
  static final double MOST_RATIO = 1.03;
  static final double MOST_SHARE = 0.03;

  /** The same visits on both servers. */
  record Pair(HalfLoadRun stock, HalfLoadRun headwaiter) {
    double perReply() {
      return headwaiter.millisPerReply() / stock.millisPerReply();
    }

    double perSession() {
      return headwaiter.millisPerSession() / stock.millisPerSession();
    }
  }

  Estimate perReply() {
    return over(Pair::perReply);
  }

  Estimate perSession() {
    return over(Pair::perSession);
  }

  /** CPU of door and verifier as a share of Headwaiter's CPU per session. */
  Estimate frontShare() {
    return over(pair -> pair.headwaiter().front().share());
  }

  Estimate frontMicrosPerSession() {
    return over(
        pair -> 1000 * pair.headwaiter().front().share() * pair.headwaiter().millisPerSession());
  }

  Estimate frontMicrosPerConnection() {
    return over(pair -> pair.headwaiter().front().microsPerConnection());
  }

  private Estimate over(ToDoubleFunction<Pair> figure) {
    return Estimate.ofBatches(pairs.stream().mapToDouble(figure).toArray());
  }

  List<Check> checks() {
    return List.of(
        Check.atMost(
            "overhead-half-load",
            "At half load Headwaiter's CPU per session is at most 3 % above the stock server's",
            perSession(),
            "of stock's",
            MOST_RATIO),
        Check.atMost(
            "front-share-half-load",
            "At half load the threads in front of the container take at most 3 % of Headwaiter's CPU per session",
            frontShare(),
            "of its CPU",
            MOST_SHARE));
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(oneInside("session", perSession()));
    notes.add(oneInside("reply", perReply()));
    notes.add(
        "The idle server used "
            + Numbers.percent(idle(Pair::headwaiter))
            + " of a core as stock and "
            + Numbers.percent(idle(Pair::stock))
            + " as Headwaiter; each figure is of one process, so none of that is in it.");
    notes.add(
        "The threads in front are door and verifier; the door accepts, as an acceptor does in the stock server.");
    long lost = pairs.stream().mapToLong(p -> lost(p.stock()) + lost(p.headwaiter())).sum();
    if (lost > 0) {
      notes.add(lost + " sessions were refused or broken; at half load there should be none.");
    }
    return notes;
  }

  private static long lost(HalfLoadRun run) {
    return run.refused() + run.broken();
  }

  /** Idle cores of the server that was not the one measured. */
  private double idle(Function<Pair, HalfLoadRun> measured) {
    return pairs.stream()
        .map(measured)
        .mapToDouble(run -> run.idleCpuSeconds() / run.windowSeconds())
        .average()
        .orElse(Double.NaN);
  }

  private static String oneInside(String unit, Estimate ratio) {
    if (!ratio.hasInterval()) {
      return "There is no interval for the CPU per " + unit + ".";
    }
    boolean inside = ratio.low() <= 1 && ratio.high() >= 1;
    return "The interval of the CPU per "
        + unit
        + ", "
        + digits(ratio)
        + ", "
        + (inside ? "includes 1: no difference was measured." : "does not include 1.");
  }

  String table() {
    TextTable table =
        new TextTable(
            "pair",
            "stock cores",
            "headwaiter cores",
            "stock ms/session",
            "headwaiter ms/session",
            "per session",
            "per reply",
            "front share");
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      table.row(
          Integer.toString(i + 1),
          Numbers.plain(pair.stock().cores()),
          Numbers.plain(pair.headwaiter().cores()),
          Numbers.plain(pair.stock().millisPerSession()),
          Numbers.plain(pair.headwaiter().millisPerSession()),
          digits(pair.perSession()),
          digits(pair.perReply()),
          Numbers.percent(pair.headwaiter().front().share()));
    }
    return table.render()
        + "mean ratio per session "
        + digits(perSession())
        + ", per reply "
        + digits(perReply())
        + "; front "
        + Numbers.withInterval(frontMicrosPerSession())
        + " µs per session, "
        + Numbers.withInterval(frontMicrosPerConnection())
        + " µs per connection\n";
  }

  /** Effects of a percent need a fourth digit. */
  private static String digits(double ratio) {
    return String.format(Locale.ROOT, "%.4f", ratio);
  }

  private static String digits(Estimate ratio) {
    String value = digits(ratio.value());
    return ratio.hasInterval()
        ? value + " [" + digits(ratio.low()) + ", " + digits(ratio.high()) + "]"
        : value;
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("ratioPerSession", perSession());
    map.put("ratioPerReply", perReply());
    map.put("frontShare", frontShare());
    map.put("frontMicrosPerSession", frontMicrosPerSession());
    map.put("frontMicrosPerConnection", frontMicrosPerConnection());
    map.put(
        "pairs",
        pairs.stream()
            .map(p -> Map.of("stock", p.stock().raw(), "headwaiter", p.headwaiter().raw()))
            .toList());
    return map;
  }
}
