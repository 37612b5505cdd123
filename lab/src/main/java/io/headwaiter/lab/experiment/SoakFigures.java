package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a soak says.
 *
 * @param wanted handshakes that were to be made
 * @param handshakes those that the server counted
 * @param heap the live heap along the run
 * @param resident the process's resident memory along the run; its heap was touched before
 */
record SoakFigures(long wanted, long handshakes, Heap heap, MemoryTrend resident) {
  private static final double MEGA = 1e6;
  private static final double MOST_MEGABYTES = 10;
  private static final double NEARLY = 0.99; // some were made while the run ended
  private static final long CLAIMED = 200_000;

  /**
   * The live heap in bytes. By the middle, the tables of accounts and addresses have reached their
   * bounds; what it grows by from then on has none. NaN where nobody looked.
   */
  record Heap(double before, double middle, double after) {
    double growthBytes() {
      return after - middle;
    }
  }

  /** Unknown when fewer handshakes were made: a shorter run proves less. */
  private Estimate ifDone(Estimate figure) {
    return handshakes >= NEARLY * wanted ? figure : Estimate.UNKNOWN;
  }

  Estimate growthMegabytes() {
    Estimate bytes = resident.growthBytes();
    return new Estimate(bytes.value() / MEGA, bytes.low() / MEGA, bytes.high() / MEGA);
  }

  /** None for a run that is shorter than the claim says. */
  List<Check> checks() {
    if (wanted < CLAIMED) {
      return List.of();
    }
    String soak = "Over " + Numbers.plain(wanted) + " full TLS 1.3 handshakes with BoringSSL ";
    return List.of(
        Check.atMost(
            "soak-resident",
            soak
                + "the resident memory in the last quarter is at most 10 MB above that in the second",
            ifDone(growthMegabytes()),
            "MB",
            MOST_MEGABYTES),
        Check.atMost(
            "soak-heap",
            soak
                + "the live heap grows by at most 10 MB in the second half, in which the table of"
                + " accounts is full",
            ifDone(Estimate.of(heap.growthBytes() / MEGA)),
            "MB",
            MOST_MEGABYTES));
  }

  List<String> notes() {
    return List.of(
        "A leak of "
            + Numbers.plain(MemoryTrend.smallestLeak(MOST_MEGABYTES * MEGA, handshakes))
            + " bytes for each handshake would reach that bound. The slope of the last half is "
            + Intervals.text(resident.slopeOfLastHalf())
            + " bytes for each handshake.",
        "The live heap had "
            + Numbers.plain(heap.before() / MEGA)
            + " MB before, "
            + Numbers.plain(heap.middle() / MEGA)
            + " MB in the middle and "
            + Numbers.plain(heap.after() / MEGA)
            + " MB after.");
  }

  String table() {
    return new TextTable(
            "handshakes",
            "resident MB",
            "growth MB",
            "bytes each, last half",
            "live heap growth MB, second half")
        .row(
            Long.toString(handshakes),
            Numbers.plain(resident.levelBytes() / MEGA),
            Intervals.text(growthMegabytes()),
            Intervals.text(resident.slopeOfLastHalf()),
            Numbers.plain(heap.growthBytes() / MEGA))
        .render();
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("handshakes", handshakes);
    map.put("residentMegabytes", resident.levelBytes() / MEGA);
    map.put("growthMegabytes", growthMegabytes());
    map.put("bytesPerHandshakeLastHalf", resident.slopeOfLastHalf());
    map.put("heapBeforeMegabytes", heap.before() / MEGA);
    map.put("heapMiddleMegabytes", heap.middle() / MEGA);
    map.put("heapAfterMegabytes", heap.after() / MEGA);
    map.put(
        "residentMegabytesSampled",
        resident.samples().stream().map(s -> Math.round(s.bytes() / 1e5) / 10.0).toList());
    return map;
  }
}
