package io.headwaiter.cli.fuzz;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** Tries inputs one after another, taking turns between the subjects. */
public final class FuzzRun {
  private FuzzRun() {}

  /**
   * An input that broke something.
   *
   * @param subject name of what broke
   * @param number of the input in its run
   * @param input its bytes
   * @param cause what was thrown
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Failure(String subject, long number, byte[] input, Throwable cause) {}

  /** The subjects of a full run. Half of the inputs are hellos. */
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
        new ControllerSubject());
  }

  /**
   * Tries inputs until one breaks something.
   *
   * @param seed of the run; each input has a generator of its own, made from seed and number
   * @param progress is told the number of inputs tried, after each
   * @return what broke; empty if all inputs were tried
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

  /** Tries this one input. */
  public static Optional<Failure> tryOne(Subject subject, long number, byte[] input) {
    try {
      subject.check(input);
      return Optional.empty();
    } catch (RuntimeException | Error broken) {
      return Optional.of(new Failure(subject.name(), number, input, broken));
    }
  }

  private static SplittableRandom generator(long seed, long number) {
    // The generator mixes its seed: neighbours have nothing in common.
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
  }
}
