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
 * Memory with and without a crowd that waits.
 *
 * @param clients how many were to wait
 * @param rounds one for each time they came
 */
record WaitingFigures(int clients, List<Round> rounds) {
  private static final double MEGA = 1e6;
  private static final double MOST_MEGABYTES = 150;

  /**
   * Memory of the server after a full collection.
   *
   * @param residentBytes with all of the heap, which is touched from the start
   * @param heapBytes used in the heap
   */
  record Memory(long residentBytes, long heapBytes) {}

  /**
   * One crowd.
   *
   * @param waiting how many still waited when the memory had been read
   * @param alone before any crowd came
   * @param crowded with it
   */
  record Round(long waiting, Memory alone, Memory crowded) {
    double heapMegabytes() {
      return (crowded.heapBytes() - alone.heapBytes()) / MEGA;
    }

    double otherMegabytes() {
      return (crowded.residentBytes() - alone.residentBytes()) / MEGA;
    }

    double megabytes() {
      return heapMegabytes() + otherMegabytes();
    }

    double bytesPerClient() {
      return megabytes() * MEGA / waiting;
    }
  }

  /** Copies the list. */
  WaitingFigures {
    rounds = List.copyOf(rounds);
  }

  Estimate over(ToDoubleFunction<Round> figure) {
    return Estimate.ofSignedBatches(rounds.stream().mapToDouble(figure).toArray());
  }

  /** Unknown when fewer waited: less memory for fewer clients proves nothing. */
  Estimate growth() {
    boolean all = rounds.stream().allMatch(r -> r.waiting() >= clients);
    return all ? over(Round::megabytes) : Estimate.UNKNOWN;
  }

  Check check() {
    return Check.atMost(
        "waiting-growth",
        Numbers.plain(clients)
            + " waiting clients make the server grow by less than 150 MB, heap and what is outside"
            + " of it together",
        growth(),
        "MB",
        MOST_MEGABYTES);
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Growth is what the heap holds after a full collection and what the process has outside of"
            + " the heap, both less what they were before the first crowd; the kernel's sockets are"
            + " not the process's memory.");
    if (!growth().known()) {
      notes.add("Fewer clients waited than were to: the claim was not measured.");
    }
    return notes;
  }

  String table() {
    TextTable table =
        new TextTable("crowd", "waiting", "heap MB", "outside MB", "together MB", "bytes each");
    for (int i = 0; i < rounds.size(); i++) {
      Round round = rounds.get(i);
      table.row(
          Integer.toString(i + 1),
          Long.toString(round.waiting()),
          Numbers.plain(round.heapMegabytes()),
          Numbers.plain(round.otherMegabytes()),
          Numbers.plain(round.megabytes()),
          Numbers.plain(round.bytesPerClient()));
    }
    return table.render();
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("clients", clients);
    map.put("growthMegabytes", over(Round::megabytes));
    map.put("bytesPerClient", over(Round::bytesPerClient));
    map.put(
        "rounds",
        rounds.stream()
            .<Map<String, Object>>map(
                r ->
                    Map.of(
                        "waiting", r.waiting(),
                        "heapMegabytes", r.heapMegabytes(),
                        "outsideMegabytes", r.otherMegabytes()))
            .toList());
    return map;
  }
}
