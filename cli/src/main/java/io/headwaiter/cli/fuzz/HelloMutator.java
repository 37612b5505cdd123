package io.headwaiter.cli.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Mutates captured hellos at random. */
final class HelloMutator {
  private static final int HEADERS_BYTES = 9;
  private static final int MUTATIONS_MAX = 3;

  private final List<byte[]> corpus;

  HelloMutator(List<byte[]> corpus) {
    this.corpus = corpus;
  }

  byte[] next(SplittableRandom random) {
    byte[] input = corpus.get(random.nextInt(corpus.size()));
    // Half of them are mutated only inside valid headers, so that the defect lies deep.
    boolean inside = random.nextBoolean();
    if (inside) {
      input = Arrays.copyOfRange(input, HEADERS_BYTES, input.length);
    }
    for (int n = random.nextInt(MUTATIONS_MAX + 1); n > 0; n--) {
      input = mutated(input, random);
    }
    return inside ? records(message(input), random) : input;
  }

  private byte[] mutated(byte[] input, SplittableRandom random) {
    int at = random.nextInt(input.length);
    return switch (random.nextInt(8)) {
      case 0 -> with(input, at, (byte) random.nextInt(256));
      case 1 -> with(input, at, (byte) (input[at] ^ 1 << random.nextInt(8)));
      case 2 -> with(input, at, (byte) (random.nextBoolean() ? 0 : 0xff));
      case 3 -> Arrays.copyOf(input, 1 + at);
      case 4 -> joined(input, at + 1 + random.nextInt(8), at);
      case 5 -> joined(input, at - random.nextInt(8), at);
      case 6 -> joined(input, at, at, noise(random, 1 + random.nextInt(64)));
      default -> joined(input, at, at, cutOf(corpus.get(random.nextInt(corpus.size())), random));
    };
  }

  private static byte[] with(byte[] input, int at, byte value) {
    byte[] changed = input.clone();
    changed[at] = value;
    return changed;
  }

  /** Joins the bytes before {@code to} and those from {@code from}: repeats or leaves out some. */
  private static byte[] joined(byte[] input, int to, int from) {
    return joined(input, Math.min(Math.max(to, 1), input.length), from, new byte[0]);
  }

  private static byte[] joined(byte[] input, int to, int from, byte[] between) {
    return ByteBuffer.allocate(to + between.length + input.length - from)
        .put(input, 0, to)
        .put(between)
        .put(input, from, input.length - from)
        .array();
  }

  private static byte[] noise(SplittableRandom random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] cutOf(byte[] other, SplittableRandom random) {
    int from = random.nextInt(other.length);
    return Arrays.copyOfRange(other, from, from + random.nextInt(other.length - from) + 1);
  }

  private static byte[] message(byte[] body) {
    return ByteBuffer.allocate(4 + body.length).putInt(1 << 24 | body.length).put(body).array();
  }

  /** Splits the message into records of one length; one record is as likely as several. */
  private static byte[] records(byte[] message, SplittableRandom random) {
    int content = 1 + random.nextInt(2 * message.length);
    int count = (message.length + content - 1) / content;
    ByteBuffer records = ByteBuffer.allocate(message.length + 5 * count);
    for (int from = 0; from < message.length; from += content) {
      int length = Math.min(content, message.length - from);
      records.put(new byte[] {22, 3, 1}).putShort((short) length).put(message, from, length);
    }
    return records.array();
  }
}
