package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Admits parallel connections of a browser with its visit, and none of other clients. */
class ParallelConnectionsTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long BROWSER = 7;
  private static final long OTHER = 8;

  private final ParallelConnections parallel = new ParallelConnections(4, Long.MAX_VALUE);

  @Test
  void visitBringsRightsForItsParallelConnections() {
    begin(BROWSER, 0);

    assertThat(uses(BROWSER, 10, 200 * MILLI)).isEqualTo(4);
  }

  @Test
  void otherAddressHasNoRights() {
    begin(BROWSER, 0);

    assertThat(uses(OTHER, 10, MILLI)).isZero();
  }

  @Test
  void refusedVisitBringsNoRights() {
    assertThat(parallel.tryUse(BROWSER, 0, () -> true)).isFalse();

    assertThat(uses(BROWSER, 3, MILLI)).isZero();
  }

  @Test
  void rightCountsOnlyAfterFinishedHandshake() {
    begin(BROWSER, 0);

    assertThat(parallel.tryUse(BROWSER, MILLI, () -> false)).isFalse();
    assertThat(uses(BROWSER, 10, 2 * MILLI)).as("none was lost meanwhile").isEqualTo(4);
  }

  @Test
  void asksForHandshakeOnlyIfAddressHasRight() {
    begin(BROWSER, 0);
    BooleanSupplier unasked =
        () -> {
          throw new AssertionError("was asked");
        };

    assertThat(parallel.tryUse(OTHER, MILLI, unasked)).isFalse();
    assertThat(parallel.tryUse(BROWSER, 3 * SECOND, unasked)).isFalse();
  }

  @Test
  void rightsEndAfterThreeSeconds() {
    begin(BROWSER, 0);

    assertThat(uses(BROWSER, 1, 3 * SECOND - 1)).isEqualTo(1);
    assertThat(uses(BROWSER, 1, 3 * SECOND)).isZero();
  }

  @Test
  void acceptsNegativeClock() {
    begin(BROWSER, Long.MIN_VALUE + SECOND);

    assertThat(uses(BROWSER, 1, Long.MIN_VALUE + 2 * SECOND)).isEqualTo(1);
  }

  @Test
  void sharedAddressGetsNoRights() {
    // Two new clients a second, all of which are admitted. Only at first they look like one.
    int used = 0;
    int late = 0;
    for (int i = 0; i < 200; i++) {
      long now = i * SECOND / 2;
      if (!parallel.tryUse(BROWSER, now, () -> true)) {
        parallel.bringRights(BROWSER, now);
      } else if (i < 10) {
        used++;
      } else {
        late++;
      }
    }

    assertThat(used).isLessThanOrEqualTo(8);
    assertThat(late).isZero();
  }

  @Test
  void sharedAddressGetsRightsWhenQuietAgain() {
    uses(BROWSER, 50, 0);
    parallel.bringRights(BROWSER, 0);
    assertThat(uses(BROWSER, 1, 1)).isZero();

    begin(BROWSER, 100 * SECOND);

    assertThat(uses(BROWSER, 10, 101 * SECOND)).isEqualTo(4);
  }

  /** Four new clients a second, of whom each that is admitted brings rights. */
  @Test
  void sharedAddressIsSeenDespiteShortKeepAlive() {
    ParallelConnections quick = new ParallelConnections(6, SECOND);
    int parallel = 0;
    for (int i = 0; i < 400; i++) {
      long now = i * SECOND / 4;
      if (quick.tryUse(BROWSER, now, () -> true)) {
        parallel++;
      }
      quick.bringRights(BROWSER, now);
    }
    assertThat(parallel).isBetween(1, 20);
  }

  /** A browser with two tickets opens seven connections for a page, as soon as its old ones end. */
  @Test
  void browserOpensItsConnectionsAgainAfterKeepAlive() {
    long keepAlive = 5 * SECOND;
    ParallelConnections quick = new ParallelConnections(6, keepAlive);
    assertThat(quick.tryUse(BROWSER, 0, () -> true)).isFalse();
    for (int page = 0; page < 20; page++) {
      long now = page * keepAlive + MILLI;
      quick.bringRights(BROWSER, now);
      for (int i = 0; i < 5; i++) {
        assertThat(quick.tryUse(BROWSER, now, () -> true)).as("page %d", page).isTrue();
      }
    }
  }

  @Test
  void zeroPerVisitAllowsNoParallelConnections() {
    ParallelConnections none = new ParallelConnections(0, Long.MAX_VALUE);
    none.bringRights(BROWSER, 0);

    assertThat(none.areAllowed()).isFalse();
    assertThat(none.tryUse(BROWSER, 1, () -> true)).isFalse();
    assertThat(none.size()).isZero();
  }

  @Test
  void forgetsLongestSilentAddressBeyondBound() {
    begin(BROWSER, 0);
    for (long address = 100; address < 100 + 2L * ParallelConnections.ADDRESSES_MAX; address++) {
      parallel.tryUse(address, 1, () -> true);
    }

    assertThat(parallel.size()).isEqualTo(ParallelConnections.ADDRESSES_MAX);
    assertThat(uses(BROWSER, 1, 2)).as("forgotten, as the one that was silent longest").isZero();
  }

  @Test
  void rejectsPerVisitOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ParallelConnections(-1, Long.MAX_VALUE))
        .withMessage("perVisit must be from 0 to 100, got -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ParallelConnections(101, Long.MAX_VALUE));
  }

  private void begin(long address, long nowNanos) {
    assertThat(parallel.tryUse(address, nowNanos, () -> true)).isFalse();
    parallel.bringRights(address, nowNanos);
  }

  private int uses(long address, int tries, long nowNanos) {
    int used = 0;
    for (int i = 0; i < tries; i++) {
      used += parallel.tryUse(address, nowNanos, () -> true) ? 1 : 0;
    }
    return used;
  }

  @Test
  void acceptsLargestPerVisitAndUnseenAddress() {
    ParallelConnections most =
        new ParallelConnections(ParallelConnections.PER_VISIT_MAX, Long.MAX_VALUE);
    most.bringRights(BROWSER, 0);
    assertThat(most.tryUse(BROWSER, 1, () -> true))
        .as("also without having been asked before")
        .isTrue();
  }
}
