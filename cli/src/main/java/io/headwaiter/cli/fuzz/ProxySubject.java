package io.headwaiter.cli.fuzz;

import static io.headwaiter.cli.fuzz.Subject.expect;

import io.headwaiter.core.proxy.ProxyHeader;
import io.headwaiter.core.proxy.ProxyHeader.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * Tests headers of the PROXY protocol: good ones with changed, missing and further bytes. Reading
 * must throw nothing, keep its bound, and give the same result when only a beginning came before.
 */
public final class ProxySubject implements Subject {
  private static final byte[] GOOD =
      HexFormat.of()
          .parseHex(
              "0d0a0d0a000d0a515549540a211100207f0000017f000001d2244919"
                  + "0100026832"
                  + "04000400000000"
                  + "0200050000000000");
  private static final int CHANGES_MAX = 4;
  private static final int MORE_MAX = 600;

  @Override
  public String name() {
    return "proxy";
  }

  @Override
  public byte[] input(SplittableRandom random) {
    byte[] bytes = Arrays.copyOf(GOOD, random.nextInt(GOOD.length + 1) + random.nextInt(MORE_MAX));
    int changes = random.nextInt(CHANGES_MAX + 1);
    for (int i = 0; i < changes && bytes.length > 0; i++) {
      // Mostly behind the signature, where lengths are.
      int at = random.nextInt(bytes.length);
      bytes[random.nextBoolean() ? at : Math.min(at, 12 + at % 20)] = (byte) random.nextInt();
    }
    return bytes;
  }

  @Override
  public void check(byte[] input) {
    ProxyHeader header = ProxyHeader.read(ByteBuffer.wrap(input));
    expect(header.length() <= input.length, "no byte was read that is not there");
    expect(header.length() <= ProxyHeader.BYTES_MAX, "a header is within its limit");
    expect(
        header.status() != Status.NEED_MORE || input.length < ProxyHeader.BYTES_MAX,
        "the limit is a limit");
    byte[] source = header.source();
    expect(source == null || source.length == 4 || source.length == 16, "an address is one");
    expect(source == null || header.status() == Status.COMPLETE, "only a good header names");
    int cut = Math.floorMod(Arrays.hashCode(input), input.length + 1);
    Status early = ProxyHeader.read(ByteBuffer.wrap(input, 0, cut)).status();
    expect(early == Status.NEED_MORE || early == header.status(), "a decision is final");
  }
}
