package io.headwaiter.core.hello;

import static io.headwaiter.core.hello.HelloBuilder.records;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Mutates real hellos and checks three things for each result: the parser throws nothing, keeps its
 * limits, and gives the same outcome for every split of the bytes. Seeded, so each input can be
 * reproduced; {@code -Dheadwaiter.fuzz.inputs=10000000 -Dheadwaiter.fuzz.seed=7} makes a long run.
 */
class HelloFuzzTest {
  private static final long INPUTS = Long.getLong("headwaiter.fuzz.inputs", 20_000);
  private static final long SEED = Long.getLong("headwaiter.fuzz.seed", 20261121);
  private static final HelloLimits LIMITS = new HelloLimits(4096, 16);

  private final List<byte[]> corpus = List.copyOf(HelloVectors.all().values());
  private final ClientHelloParser reused = new ClientHelloParser(LIMITS);

  @Test
  void survivesMutatedHellos() {
    int complete = 0;
    int defective = 0;
    for (long i = 0; i < INPUTS; i++) {
      // One generator per input: a failing input can be reproduced from its number alone.
      SplittableRandom random = new SplittableRandom(SEED + i);
      byte[] input = mutated(random);
      Outcome outcome;
      try {
        outcome = check(input, random);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("input %d of seed %d".formatted(i, SEED), e);
      }
      complete += outcome.status() == Status.COMPLETE ? 1 : 0;
      defective += outcome.status() == Status.DEFECTIVE ? 1 : 0;
    }
    // The mutations must not break nearly all inputs, nor leave nearly all intact.
    assertThat(complete).isGreaterThan((int) (INPUTS / 20));
    assertThat(defective).isGreaterThan((int) (INPUTS / 20));
  }

  private Outcome check(byte[] input, SplittableRandom random) {
    Outcome whole = Outcome.of(new ClientHelloParser(LIMITS), input);
    if (whole.status() == Status.NEED_MORE) {
      assertThat(input.length).isLessThan(LIMITS.helloBytesMax());
    }
    reused.reset();
    int cut = random.nextInt(input.length + 1);
    Status early = reused.parse(ByteBuffer.wrap(input, 0, cut));
    if (early == Status.COMPLETE) {
      assertThat(reused.hello().receivedLength()).isLessThanOrEqualTo(cut);
      assertThat(reused.hello().recordCount()).isLessThanOrEqualTo(LIMITS.recordsMax());
      assertThat(reused.hello().messageLength()).isLessThan(LIMITS.helloBytesMax());
    }
    assertThat(Outcome.of(reused, input)).isEqualTo(whole);
    return whole;
  }

  private byte[] mutated(SplittableRandom random) {
    byte[] input = corpus.get(random.nextInt(corpus.size()));
    boolean inside = random.nextBoolean();
    if (inside) { // only the body, under matching headers, so that the mutation reaches deep code
      input = Arrays.copyOfRange(input, 9, input.length);
    }
    for (int mutations = random.nextInt(4); mutations > 0; mutations--) {
      input = mutate(input, random);
    }
    if (!inside) {
      return input;
    }
    byte[] message = HelloBuilder.message(input);
    return records(message, 1 + random.nextInt(2 * message.length));
  }

  private byte[] mutate(byte[] input, SplittableRandom random) {
    int at = random.nextInt(input.length);
    return switch (random.nextInt(6)) {
      case 0 -> with(input, at, (byte) random.nextInt(256));
      case 1 -> with(input, at, (byte) (input[at] ^ 1 << random.nextInt(8)));
      case 2 -> with(input, at, (byte) (random.nextBoolean() ? 0 : 0xff));
      case 3 -> Arrays.copyOf(input, 1 + at); // truncated
      case 4 -> spliced(input, at, at + 1 + random.nextInt(8)); // bytes repeated
      default -> spliced(input, at, Math.max(0, at - random.nextInt(8))); // bytes removed
    };
  }

  private static byte[] with(byte[] input, int at, byte value) {
    byte[] changed = input.clone();
    changed[at] = value;
    return changed;
  }

  /** The bytes before {@code to} and then those from {@code from}: repeats or removes some. */
  private static byte[] spliced(byte[] input, int from, int to) {
    int headLength = Math.min(Math.max(to, 1), input.length);
    byte[] head = Arrays.copyOf(input, headLength);
    byte[] tail = Arrays.copyOfRange(input, from, input.length);
    return HelloBuilder.join(head, tail);
  }
}
