package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TicketRateLimiterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final byte[] SALT = new byte[16];

  private final TicketRateLimiter lane = new TicketRateLimiter(16, 8, 1024, SALT);

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** Returns the key of a token; it is the same in all lanes with this salt. */
  private long[] token(long number) {
    return lane.keysOf(List.of(bytes(number)));
  }

  @Test
  void admitsBrowserWithEightConnections() {
    for (long second = 0; second < 60; second++) {
      for (int i = 0; i < 8; i++) {
        assertThat(lane.tryUse(token(1), second * SECOND)).isTrue();
      }
    }
  }

  @Test
  void limitsManyClientsWithOneTicket() {
    int passed = 0;
    for (int i = 0; i < 1000; i++) {
      passed += lane.tryUse(token(1), i * SECOND / 1000) ? 1 : 0;
    }
    assertThat(passed).isBetween(23, 24);
    assertThat(lane.tryUse(token(2), SECOND)).as("others are not touched").isTrue();
  }

  @Test
  void checkingTheLimitCountsAsNoUse() {
    for (int i = 0; i < 100; i++) {
      assertThat(lane.hasRoom(token(1), 0)).isTrue();
    }
    for (int i = 0; i < 16; i++) {
      assertThat(lane.tryUse(token(1), 0)).isTrue();
    }
    assertThat(lane.hasRoom(token(1), 0)).isFalse();
    assertThat(lane.tryUse(token(1), 0)).isFalse();
  }

  @Test
  void invalidTokenDoesNotHideOverusedOne() {
    for (int i = 0; i < 16; i++) {
      long[] both = lane.keysOf(List.of(bytes(100 + i), bytes(1)));
      assertThat(lane.tryUse(both, 0)).isTrue();
    }
    assertThat(lane.tryUse(lane.keysOf(List.of(bytes(999), bytes(1))), 0)).isFalse();
    assertThat(lane.hasRoom(token(999), 0)).isTrue();
  }

  @Test
  void repeatedTokenInClaimCountsOnce() {
    byte[] one = bytes(1);
    for (int i = 0; i < 16; i++) {
      assertThat(lane.tryUse(lane.keysOf(List.of(one, one, one)), 0)).isTrue();
    }
    assertThat(lane.tryUse(token(1), 0)).isFalse();
  }

  @Test
  void fullSetForgetsTicketUsedLongestAgo() {
    TicketRateLimiter small = new TicketRateLimiter(1, 1e-6, 8, SALT);
    for (int i = 0; i < 9; i++) {
      assertThat(small.tryUse(token(i), i)).isTrue();
    }
    assertThat(small.hasRoom(token(0), 9)).as("the oldest made room for the ninth").isTrue();
    for (int i = 1; i < 9; i++) {
      assertThat(small.hasRoom(token(i), 9)).isFalse();
    }
  }

  @Test
  void claimWithoutTokensPasses() {
    assertThat(lane.tryUse(lane.keysOf(List.of()), 0)).isTrue();
  }

  /** In any period one ticket passes at most burst + rate * time. */
  @Property(tries = 200)
  void usesNeverExceedBurstAndRate(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 200_000_000) Integer> gaps,
      @ForAll @IntRange(min = 1, max = 20) int burst,
      @ForAll @IntRange(min = 1, max = 50) int perSecond) {
    TicketRateLimiter any = new TicketRateLimiter(burst, perSecond, 64, SALT);
    long now = 0;
    int passed = 0;
    for (int gap : gaps) {
      now += gap;
      passed += any.tryUse(token(1), now) ? 1 : 0;
    }
    assertThat((double) passed)
        .isLessThanOrEqualTo(burst + (double) perSecond * now / SECOND + 1e-6);
  }

  @Test
  void rejectsArgumentsOutOfRange() {
    assertThat(new TicketRateLimiter(TicketRateLimiter.BURST_MAX, 1, 8, SALT).tryUse(token(1), 0))
        .isTrue();
    assertThatThrownBy(() -> new TicketRateLimiter(0, 1, 8, SALT))
        .hasMessage("burst must be from 1 to 100000, got 0");
    assertThatThrownBy(() -> new TicketRateLimiter(1, 0, 8, SALT))
        .hasMessage("perSecond must be above 0, got 0.0");
    assertThatThrownBy(() -> new TicketRateLimiter(1, 1, 7, SALT))
        .hasMessage("ticketsMax must be at least 8, got 7");
    assertThatThrownBy(() -> new TicketRateLimiter(1, 1, 8, new byte[3]))
        .hasMessage("salt must have at least 16 bytes, got 3");
  }

  /** This includes the ticket in the first entry of the table. */
  @Test
  void countsUsesOfEachTicket() {
    TicketRateLimiter small = new TicketRateLimiter(3, 1e-6, 8, SALT);
    for (int i = 0; i < 8; i++) {
      for (int use = 0; use < 3; use++) {
        assertThat(small.tryUse(token(i), 0)).isTrue();
      }
      assertThat(small.tryUse(token(i), 0)).isFalse();
    }
  }

  /** 512 tickets spread over 128 sets of 8 entries; few sets overflow. */
  @Test
  void remembersNearlyAllTicketsOfHalfFullTable() {
    TicketRateLimiter once = new TicketRateLimiter(1, 1e-6, 1024, SALT);
    for (int i = 0; i < 512; i++) {
      once.tryUse(token(i), i);
    }
    int remembered = 0;
    for (int i = 0; i < 512; i++) {
      remembered += once.hasRoom(token(i), 600) ? 0 : 1;
    }
    assertThat(remembered).isGreaterThan(480);
  }

  @Test
  void keepsTicketUsedAgain() {
    for (long origin : new long[] {0, -100}) {
      TicketRateLimiter small = new TicketRateLimiter(2, 1e-6, 8, SALT);
      for (int i = 0; i < 8; i++) {
        small.tryUse(token(i), origin + i);
      }
      small.tryUse(token(0), origin + 8);
      small.tryUse(token(8), origin + 9);
      assertThat(small.hasRoom(token(0), origin + 9)).as("used twice").isFalse();
      small.tryUse(token(1), origin + 10);
      assertThat(small.hasRoom(token(1), origin + 10)).as("forgotten and used once").isTrue();
    }
  }

  /** In a table of many sets, a full set replaces its own oldest ticket, and no other set does. */
  @Test
  void tableKeepsLatestTicketAndStaysFull() {
    TicketRateLimiter once = new TicketRateLimiter(1, 1e-6, 64, SALT);
    for (int i = 0; i < 10_000; i++) {
      once.tryUse(token(i), i);
      assertThat(once.hasRoom(token(i), i)).as("the latest is remembered").isFalse();
    }
    int remembered = 0;
    for (int i = 0; i < 10_000; i++) {
      remembered += once.hasRoom(token(i), 10_000) ? 0 : 1;
    }
    assertThat(remembered).isEqualTo(64);
  }

  @Test
  void keysDependOnSaltAndUseAllBits() {
    byte[] salt = SALT.clone();
    salt[3] = 1;
    TicketRateLimiter other = new TicketRateLimiter(16, 8, 1024, salt);
    assertThat(other.keysOf(List.of(bytes(1)))).isNotEqualTo(token(1));
    long or = 0;
    long and = -1;
    for (int i = 0; i < 200; i++) {
      or |= token(i)[0];
      and &= token(i)[0];
    }
    assertThat(or).isEqualTo(-1);
    assertThat(and).isZero();
  }
}
