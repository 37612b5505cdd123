package io.headwaiter.tuning;

import io.headwaiter.load.text.Numbers;
import io.headwaiter.tuning.mix.MixReplay;
import java.io.IOException;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reduces a recorded mix to the requests that the server answers. */
public final class RecordedVisits {
  // With less, the profile is not of the recorded site.
  private static final double PART_MIN = 0.5;

  /** The most requests of a visit. */
  public static final int REQUESTS_MAX = 1000;

  private static final int TOLD_MAX = 5;
  private static final long COUNTED_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private RecordedVisits() {}

  /**
   * Asks for each address once, and leaves out those that are not answered well.
   *
   * @param server the server to tune, which should answer
   * @param out receives lines about what is asked for and what is not
   * @throws IOException with a sentence if no server answers, if another server answers, or if less
   *     than half of the recorded requests can be made
   */
  public static MixReplay rehearse(
      MixReplay recorded, Rehearsal rehearsal, TunedServer server, Consumer<String> out)
      throws IOException, InterruptedException {
    long before = counted(server, 0);
    SortedMap<String, String> failures = rehearsal.failures(recorded.requests());
    if (counted(server, before + rehearsal.answered()) < before + rehearsal.answered()) {
      throw new IOException(
          "The server that was asked is not the one that is sized: that one has not counted the"
              + " requests. Give --url and --admin of the same server.");
    }
    out.accept(
        "asked once for each of %d recorded addresses; %d not answered well%s"
            .formatted(recorded.requests().size(), failures.size(), told(failures)));
    MixReplay replay = replay(recorded, failures);
    replay.leftOut().forEach(left -> out.accept("not asked for: " + left));
    out.accept(
        "%s of the recorded requests are asked for, %s by a visitor"
            .formatted(Numbers.percent(replay.part()), Numbers.plain(replay.sessionLength())));
    if (replay.part() < PART_MIN) {
      throw new IOException(
          "Only %s of the recorded requests can be asked for, so that this would be the profile of"
                  .formatted(Numbers.percent(replay.part()))
              + " another site. Give the server the data of the record, or record anew; requests that"
              + " change something are made with --replay-unsafe.");
    }
    return replay;
  }

  private static MixReplay replay(MixReplay recorded, SortedMap<String, String> failures)
      throws IOException {
    try {
      return recorded.without(failures.keySet());
    } catch (IllegalArgumentException e) {
      throw new IOException(
          e.getMessage()
              + " Is the application served where the record found it (--context), and has it its"
              + " data?",
          e);
    }
  }

  private static String told(SortedMap<String, String> failures) {
    if (failures.isEmpty()) {
      return "";
    }
    String some =
        failures.entrySet().stream()
            .limit(TOLD_MAX)
            .map(failure -> failure.getKey() + ' ' + failure.getValue())
            .collect(Collectors.joining(", "));
    return ": " + some + (failures.size() > TOLD_MAX ? ", ..." : "");
  }

  /**
   * Returns the number of requests served. Waits up to 5 s for at least {@code least}, because a
   * request is counted after its reply has begun, and for a server that has just started.
   */
  private static long counted(TunedServer server, long least) throws IOException {
    long end = System.nanoTime() + COUNTED_NANOS_MAX;
    while (true) {
      boolean isLast = System.nanoTime() - end > 0;
      try {
        long count = server.read().requests().overall().count();
        if (count >= least || isLast) {
          return count;
        }
      } catch (IOException e) {
        if (isLast) {
          throw e;
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
