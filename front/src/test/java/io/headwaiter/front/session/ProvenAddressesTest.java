package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ProvenAddressesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = Long.MAX_VALUE - 4000 * SECOND;

  private final ProvenAddresses proven = new ProvenAddresses();

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(
          new byte[] {127, (byte) (last >> 16), (byte) (last >> 8), (byte) last});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void addressIsProvenForHalfAnHour() {
    assertThat(proven.isProven(address(1), START)).isFalse();
    proven.finished(address(1), START);
    assertThat(proven.isProven(address(1), START + 1800 * SECOND)).isTrue();
    assertThat(proven.isProven(address(1), START + 1800 * SECOND + 1)).isFalse();
    assertThat(proven.isProven(address(2), START)).isFalse();
  }

  @Test
  void twoFailedHandshakesUndoFinishedOne() {
    proven.finished(address(1), START);
    proven.finished(address(2), START);
    proven.failed(address(1));
    assertThat(proven.isProven(address(1), START)).isTrue();
    proven.failed(address(1));
    assertThat(proven.isProven(address(1), START)).isFalse();
    assertThat(proven.isProven(address(2), START)).isTrue();
    proven.failed(address(1));
    proven.finished(address(1), START + 1);
    assertThat(proven.isProven(address(1), START + 1)).isTrue();
  }

  @Test
  void eightFailedHandshakesUndoAny() {
    for (int i = 0; i < 100; i++) {
      proven.finished(address(1), START);
    }
    for (int i = 0; i < 7; i++) {
      proven.failed(address(1));
    }
    assertThat(proven.isProven(address(1), START)).isTrue();
    proven.failed(address(1));
    assertThat(proven.isProven(address(1), START)).isFalse();
  }

  @Test
  void oldScoreDoesNotCount() {
    proven.finished(address(1), START);
    proven.finished(address(1), START);
    proven.finished(address(1), START + 1801 * SECOND);
    proven.failed(address(1));
    proven.failed(address(1));
    assertThat(proven.isProven(address(1), START + 1801 * SECOND)).isFalse();
  }

  @Test
  void forgetsOldestBeyondBound() {
    for (int i = 0; i < 16_384; i++) {
      proven.finished(address(i), START);
    }
    proven.finished(address(0), START);
    proven.finished(address(20_000), START);
    assertThat(proven.isProven(address(0), START)).as("finished again").isTrue();
    assertThat(proven.isProven(address(1), START)).isFalse();
    assertThat(proven.isProven(address(2), START)).isTrue();
  }

  @Test
  void unknownAddressIsNotProven() {
    proven.finished(null, START);
    proven.failed(null);
    assertThat(proven.isProven(null, START)).isFalse();
  }
}
