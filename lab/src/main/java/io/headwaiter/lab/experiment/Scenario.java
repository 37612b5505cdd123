package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.OnFailure;
import io.headwaiter.lab.workload.RateProfile;
import java.time.Duration;
import java.util.List;

/**
 * A bad day for a shop, named for the failure it catches.
 *
 * @param name on the command line and in the table
 * @param words what happens
 * @param factor mean of the profile's 1 on what fits
 * @param profile how the load changes, over lead-in and window
 * @param habit what customers do who fail
 * @param event what happens to the shop meanwhile
 */
record Scenario(
    String name, String words, double factor, RateProfile profile, Habit habit, Event event) {

  /** What customers do who fail. */
  enum Habit {
    /** They leave. */
    LEAVE,
    /** They come back as somebody new, see {@link Retries}. */
    COME_BACK,
    /** They go on with their visit on another connection. */
    PERSIST
  }

  /** What happens to the shop. */
  enum Event {
    NOTHING,
    /** Its process ends and another begins, with other ticket keys and an empty cache. */
    RESTART,
    /** Its pages begin to wait for the database, holding their workers. */
    SLOW_DATABASE,
    /** It has a certificate of RSA-4096. */
    DEAR_CERTIFICATE,
    /** One customer's true hello is sent again and again. */
    FORGED_CLAIMS
  }

  private static final double CALM = 0.5;

  /** All, for runs of a lead-in and a window. */
  static List<Scenario> all(Duration leadIn, Duration window) {
    long start = leadIn.toMillis();
    long length = window.toMillis();
    return List.of(
        new Scenario(
            "flash-crowd",
            "half of what fits, for a third of the time twenty times what fits, then half again",
            1,
            RateProfile.of(
                point(start + length / 6, CALM),
                point(start + length / 6, 20),
                point(start + length / 2, 20),
                point(start + length / 2, CALM)),
            Habit.LEAVE,
            Event.NOTHING),
        new Scenario(
            "slow-ramp",
            "from a fifth of what fits up to eight times what fits",
            1,
            RateProfile.of(point(start, 0.2), point(start + length, 8)),
            Habit.LEAVE,
            Event.NOTHING),
        plain(
            "retry-storm",
            "five times what fits, and who fails comes back",
            5,
            Habit.COME_BACK,
            Event.NOTHING),
        new Scenario(
            "idle-then-burst",
            "nearly nobody, then at once twenty times what fits",
            1,
            RateProfile.step(start, 0.02, 20),
            Habit.LEAVE,
            Event.NOTHING),
        plain(
            "slow-database",
            "three times what fits, while each page waits 50 ms more",
            3,
            Habit.LEAVE,
            Event.SLOW_DATABASE),
        plain(
            "forged-claims",
            "what fits, and twenty times as many replays of one hello",
            1,
            Habit.LEAVE,
            Event.FORGED_CLAIMS),
        plain(
            "dear-certificate",
            "five times what fits, with a certificate of RSA-4096",
            5,
            Habit.LEAVE,
            Event.DEAR_CERTIFICATE),
        plain(
            "restart",
            "what fits; the server starts again and no ticket is good",
            1,
            Habit.PERSIST,
            Event.RESTART));
  }

  private static Scenario plain(
      String name, String words, double factor, Habit habit, Event event) {
    return new Scenario(name, words, factor, RateProfile.CONSTANT, habit, event);
  }

  private static RateProfile.Point point(long millis, double factor) {
    return new RateProfile.Point(millis, factor);
  }

  /**
   * The customers of this day.
   *
   * @param even the same without a profile, who leave
   */
  LoadOptions load(LoadOptions even) {
    LoadOptions load = even.toBuilder().profile(profile).build();
    return switch (habit) {
      case LEAVE -> load;
      case COME_BACK -> Retries.with(load);
      case PERSIST ->
          load.toBuilder()
              .onFailure(OnFailure.RETRY_SAME_SESSION)
              .retryDelay(Duration.ofSeconds(1))
              .retrySpread(0.5)
              .maxRetries(10)
              .build();
    };
  }
}
