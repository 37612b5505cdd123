package io.headwaiter.cli.fuzz;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** Tries inputs one after another, on each subject in rotation. */
public final class FuzzRun {
  private FuzzRun() {}

  /**
   * An input that broke a promise.
   *
   * @param subject name of the subject that broke it
   * @param number of the input in its run
   * @param input its bytes
   * @param cause what was thrown
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Failure(String subject, long number, byte[] input, Throwable cause) {}

  /** Returns the subjects of a full run. Half of the inputs are hellos. */
  public static List<Subject> allSubjects() {
    Subject hello = new HelloSubject();
    return List.of(
        hello,
        new GateSubject(),
        hello,
        new RoomSubject(),
        hello,
        new LaneSubject(),
        hello,
        new ControllerSubject(),
        hello,
        new ProxySubject());
  }

  /**
   * Tries inputs until one breaks a promise.
   *
   * @param seed of the run; each input has a generator of its own, made from seed and number
   * @param progress receives the number of inputs tried, after each
   * @return the failure; empty if all inputs were tried
   */
  public static Optional<Failure> run(
      List<Subject> subjects, long inputs, long seed, LongConsumer progress) {
    for (long number = 0; number < inputs; number++) {
      Subject subject = subjects.get((int) (number % subjects.size()));
      byte[] input = subject.input(generator(seed, number));
      Optional<Failure> failure = tryOne(subject, number, input);
      if (failure.isPresent()) {
        return failure;
      }
      progress.accept(number + 1);
    }
    return Optional.empty();
  }

  /** Tries one input. */
  public static Optional<Failure> tryOne(Subject subject, long number, byte[] input) {
    try {
      subject.check(input);
      return Optional.empty();
    } catch (RuntimeException | Error broken) {
      return Optional.of(new Failure(subject.name(), number, input, broken));
    }
  }

  private static SplittableRandom generator(long seed, long number) {
    // The generator mixes its seed, so that neighbours are unrelated.
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
  }
}
