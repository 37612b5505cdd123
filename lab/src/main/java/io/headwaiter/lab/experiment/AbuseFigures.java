package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the rounds of some attacks say. Belongs to one thread.
 *
 * <p>{@code new kept} is the completed share of the honest visits that began under attack, over
 * that of the calm stretch on the same server; the check of a lie divides it by the same under as
 * many plain hellos. Under way are the visits that had begun before the attack. The price under
 * attack is held against that of the calm stretch, and its check divides by what the same ratio was
 * in the same round without an attack: the same visits came then, so what chance makes of their
 * pages cancels, and so does a server that still gets faster.
 */
final class AbuseFigures {
  private static final double NEW_KEPT = 0.95;
  private static final double UNDER_WAY_KEPT = 0.99;
  private static final double PRICE_MOVES = 0.10;
  private static final double BUSY = 0.85;

  /** An attack on one testbed. */
  private record Cell(Abuse abuse, String testbed) {
    String id() {
      return abuse.name() + "-" + testbed;
    }
  }

  private final Map<Cell, List<AbuseRound>> attacks = new LinkedHashMap<>();
  // Both by testbed, in the order of the rounds.
  private final Map<String, List<AbuseRound>> calm = new LinkedHashMap<>();
  private final Map<String, List<AbuseRound>> plain = new LinkedHashMap<>();

  /** Takes in a round without an attack, before the round that is held against it. */
  void addCalm(AbuseRound round) {
    calm.computeIfAbsent(round.testbed(), unused -> new ArrayList<>()).add(round);
  }

  /** Takes in a round of plain hellos, before the round of the lie that is held against it. */
  void addPlain(AbuseRound round) {
    plain.computeIfAbsent(round.testbed(), unused -> new ArrayList<>()).add(round);
  }

  /** Takes in a round. */
  void add(Abuse abuse, AbuseRound round) {
    attacks
        .computeIfAbsent(new Cell(abuse, round.testbed()), unused -> new ArrayList<>())
        .add(round);
  }

  ExperimentOutcome outcome(List<String> before) {
    List<Check> checks = new ArrayList<>();
    attacks.forEach((cell, rounds) -> addChecks(cell, rounds, checks));
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put(
        "rounds", attacks.values().stream().flatMap(List::stream).map(AbuseRound::raw).toList());
    raw.put(
        "plainHellos", plain.values().stream().flatMap(List::stream).map(AbuseRound::raw).toList());
    return new ExperimentOutcome(table(), checks, before, raw);
  }

  /** Of new visits; over the same round of plain hellos where the attack is a lie. */
  private Estimate kept(Cell cell, List<AbuseRound> rounds) {
    return cell.abuse().lies()
        ? Estimate.ofRatios(
            rounds.stream().map(AbuseRound::kept).toList(),
            plain.get(cell.testbed()).stream().map(AbuseRound::kept).toList())
        : mean(rounds, AbuseRound::kept);
  }

  /** The price over the calm one; over the same without an attack where there is one. */
  private Estimate moved(Cell cell, List<AbuseRound> rounds) {
    return cell.abuse().calm()
        ? mean(rounds, AbuseRound::priceRatio)
        : Estimate.ofRatios(
            rounds.stream().map(AbuseRound::priceRatio).toList(),
            calm.get(cell.testbed()).stream().map(AbuseRound::priceRatio).toList());
  }

  private static Estimate mean(List<AbuseRound> rounds, ToDoubleFunction<AbuseRound> figure) {
    return Estimate.ofBatches(rounds.stream().mapToDouble(figure).toArray());
  }

  private void addChecks(Cell cell, List<AbuseRound> rounds, List<Check> checks) {
    String under = " under: " + cell.abuse().what();
    String calm = "of the calm share, " + cell.testbed();
    checks.add(
        Check.atLeast(
            cell.id() + "-kept",
            "Honest visits that begin keep their share" + under,
            kept(cell, rounds),
            cell.abuse().lies() ? "of that under plain hellos, " + cell.testbed() : calm,
            NEW_KEPT));
    checks.add(
        Check.atLeast(
            cell.id() + "-under-way",
            "Visits under way are completed" + under,
            mean(rounds, AbuseRound::underWayKept),
            "of them, " + cell.testbed(),
            UNDER_WAY_KEPT));
    checks.add(price(cell, moved(cell, rounds), under));
    Estimate busy = mean(rounds, AbuseRound::busyRefusing);
    if (busy.known()) {
      checks.add(
          Check.atLeast(
              cell.id() + "-busy",
              "The processor is busy while honest visits are refused" + under,
              busy,
              "of it, " + cell.testbed(),
              BUSY));
    }
  }

  /**
   * The price stays within a tenth. An interval lies evenly about its value, so the bound on the
   * side of the value is the one that it breaks first.
   */
  private static Check price(Cell cell, Estimate ratio, String under) {
    boolean dearer = !(ratio.value() < 1);
    return new Check(
        cell.id() + "-price",
        "The learned price of a visit stays within a tenth" + under,
        ratio,
        (cell.abuse().calm() ? "of the calm price, " : "of that without an attack, ")
            + cell.testbed(),
        dearer ? 1 + PRICE_MOVES : 1 - PRICE_MOVES,
        /* atLeast= */ !dearer);
  }

  private String table() {
    TextTable table =
        new TextTable(
            "attack",
            "server",
            "calm share",
            "new kept",
            "under way kept",
            "price",
            "of calm's",
            "calm busy",
            "busy",
            "busy refusing",
            "attacker in",
            "sent away");
    plain.forEach((testbed, rounds) -> row(table, new Cell(Abuse.PLAIN, testbed), rounds));
    attacks.forEach((cell, rounds) -> row(table, cell, rounds));
    return table.render();
  }

  private void row(TextTable table, Cell cell, List<AbuseRound> rounds) {
    table.row(
        cell.abuse().name(),
        cell.testbed(),
        Numbers.plain(mean(rounds, AbuseRound::calmShare).value()),
        Numbers.withInterval(mean(rounds, AbuseRound::kept)),
        Numbers.withInterval(mean(rounds, AbuseRound::underWayKept)),
        Numbers.withInterval(mean(rounds, AbuseRound::priceRatio)),
        Numbers.withInterval(moved(cell, rounds)),
        Numbers.plain(mean(rounds, AbuseRound::calmBusy).value()),
        Numbers.plain(mean(rounds, AbuseRound::busy).value()),
        Numbers.plain(mean(rounds, AbuseRound::busyRefusing).value()),
        Numbers.plain(mean(rounds, round -> round.tally().entered()).value()),
        Numbers.plain(mean(rounds, round -> round.tally().ended()).value()));
  }
}
