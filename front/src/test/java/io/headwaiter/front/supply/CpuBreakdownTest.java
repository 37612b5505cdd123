package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuBreakdownTest {
  private static final long MILLI = 1_000_000;

  /** 1, 2, 4 ... milliseconds: 4,095 together, 511 of them not in the rest. */
  private static Map<CpuAccount, Long> powersOfTwo() {
    Map<CpuAccount, Long> accounts = new EnumMap<>(CpuAccount.class);
    long nanos = MILLI;
    for (CpuAccount account : CpuAccount.values()) {
      accounts.put(account, nanos);
      nanos *= 2;
    }
    return accounts;
  }

  @Test
  void accountsAndResidualEqualProcessTime() {
    CpuBreakdown parts = new CpuBreakdown(4_200 * MILLI, powersOfTwo());
    assertThat(parts.residual()).isEqualTo(105 * MILLI);
    assertThat(parts.residualPart()).isCloseTo(105.0 / 4_200, within(1e-12));
    assertThat(parts.rest()).isEqualTo((4_200 - 511) * MILLI);
    Map<String, Object> map = parts.toMap();
    assertThat(map.keySet())
        .containsExactly(
            "process",
            "front",
            "control",
            "handshakes",
            "requests",
            "connections",
            "courtesy",
            "firstUses",
            "gc",
            "jit",
            "poller",
            "workers",
            "other",
            "rest",
            "residual");
    assertThat(map).containsEntry("process", 4_200.0).containsEntry("jit", 256.0);
    double rest = 0;
    for (String part : new String[] {"poller", "workers", "other", "residual"}) {
      rest += (double) map.get(part);
    }
    assertThat(map).containsEntry("rest", rest);
  }

  @Test
  void residualIsNegativeIfAccountsExceedProcess() {
    CpuBreakdown parts = new CpuBreakdown(10 * MILLI, Map.of(CpuAccount.REQUESTS, 15 * MILLI));
    assertThat(parts.rest()).isZero();
    assertThat(parts.residual()).isEqualTo(-5 * MILLI);
    assertThat(parts.residualPart()).isEqualTo(-0.5);
  }

  @Test
  void idleProcessHasNoResidualPart() {
    assertThat(new CpuBreakdown(0, Map.of()).residualPart()).isZero();
  }

  @Test
  void sinceSubtractsEarlierBreakdown() {
    CpuBreakdown before = new CpuBreakdown(1, Map.of(CpuAccount.GC, 8L));
    CpuBreakdown after =
        new CpuBreakdown(100, Map.of(CpuAccount.GC, 18L, CpuAccount.OTHER, 3L)).since(before);
    assertThat(after.process()).isEqualTo(99);
    assertThat(after.nanos(CpuAccount.GC)).isEqualTo(10);
    assertThat(after.nanos(CpuAccount.OTHER)).isEqualTo(3);
    assertThat(after.nanos(CpuAccount.FRONT)).isZero();
    assertThat(after.residual()).isEqualTo(86);
  }
}
