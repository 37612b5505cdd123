package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionLimitTest {
  private final AtomicInteger wanted = new AtomicInteger(20_000);
  private final AtomicInteger open = new AtomicInteger();
  private final ConnectionLimit limit = new ConnectionLimit(wanted::get, open::get);

  @ParameterizedTest
  @CsvSource({
    // limit, open, the most connections
    "1024, 96, 800",
    "256, 80, 144",
    "200, 190, 16",
    "65536, 100, 20000",
    "20000, 100, 19644",
    "0, 0, 20000",
    "4611686018427387904, 100, 20000",
  })
  void connectionsStayWithinDescriptorLimit(long descriptors, long used, int expected) {
    limit.hold(descriptors, used);
    assertThat(limit.max()).isEqualTo(expected);
  }

  @Test
  void unboundedContainerGetsDescriptorLimit() {
    wanted.set(-1);
    assertThat(limit.max()).isEqualTo(ConnectionLimit.UNLIMITED);
    assertThat(limit.vacancies()).isEqualTo(Integer.MAX_VALUE);
    assertThat(limit.kept()).isZero();
    limit.hold(1024, 96);
    assertThat(limit.max()).isEqualTo(800);
    assertThat(limit.kept()).isEqualTo(40);
  }

  @Test
  void appliesChangedBoundAtOnce() {
    limit.hold(1024, 96);
    wanted.set(100);
    open.set(30);
    assertThat(limit.vacancies()).isEqualTo(70);
    assertThat(limit.kept()).isEqualTo(5);
    wanted.set(20);
    assertThat(limit.vacancies()).isEqualTo(-10);
    wanted.set(5_000);
    assertThat(limit.vacancies()).isEqualTo(770);
  }

  @Test
  void placesAreShortBelowOneTenthFree() {
    wanted.set(40);
    open.set(36);
    assertThat(limit.shortage()).isZero();
    open.set(39);
    assertThat(limit.shortage()).isEqualTo(3);
    wanted.set(2);
    open.set(1);
    assertThat(limit.shortage()).isZero();
    open.set(2);
    assertThat(limit.shortage()).isEqualTo(1);
    wanted.set(-1);
    assertThat(limit.shortage()).isZero();
  }

  @Test
  void readsDescriptorLimitOfProcess() {
    limit.readDescriptors();
    assertThat(limit.descriptors()).isGreaterThan(100);
    assertThat(limit.max()).isBetween(ConnectionLimit.CEILING_MIN, 20_000);
  }
}
