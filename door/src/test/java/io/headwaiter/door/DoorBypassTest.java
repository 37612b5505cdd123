package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Some clients bypass the gate within a budget of their own; beyond it the gate decides as usual.
 */
class DoorBypassTest {
  private static final double SELDOM = 1e-9;
  private static final byte[] CURL = Hellos.vector("curl-tls13-new");

  private static BypassSettings networks(int burst, String... ranges) {
    List<NetworkRange> networks = java.util.Arrays.stream(ranges).map(NetworkRange::parse).toList();
    return new BypassSettings(networks, Set.of(), Set.of(), burst, SELDOM);
  }

  private static DoorFixture shut(BypassSettings bypass) throws Exception {
    return DoorFixture.open(bypass, DoorFixture.SHUT, (claim, name) -> DoorFixture.known(true));
  }

  private static ClientHello read(byte[] hello) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    parser.parse(ByteBuffer.wrap(hello));
    return parser.hello();
  }

  @Test
  void admitsBypassNetworkWhileRefusingOthers() throws Exception {
    try (DoorFixture fixture = shut(networks(10, "127.0.1.0/24", "::1"))) {
      DoorFixture.awaitClosed(fixture.connectAndSend(CURL));
      fixture.connectFrom("127.0.1.9").getOutputStream().write(CURL);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.entry()).isEqualTo(Entry.BYPASS);
      assertThat(admitted.received()).isEqualTo(CURL);
      assertThat(fixture.gate.counters().admittedTotal(Entry.BYPASS)).isEqualTo(1);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(1);
    }
  }

  @Test
  void admitsBypassHostName() throws Exception {
    String name = read(CURL).serverName().orElseThrow();
    BypassSettings bypass =
        new BypassSettings(List.of(), Set.of("health.example", name), Set.of(), 10, SELDOM);
    try (DoorFixture fixture = shut(bypass)) {
      fixture.connectAndSend(CURL);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.BYPASS);
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.jsse("TLSv1.3"))); // another name
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13New(new byte[32]))); // no name
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(2);
    }
  }

  @Test
  void admitsBypassProtocolAnywhereInList() throws Exception {
    List<String> offered = read(CURL).alpnProtocols();
    String last = offered.get(offered.size() - 1);
    BypassSettings bypass = new BypassSettings(List.of(), Set.of(), Set.of(last), 10, SELDOM);
    try (DoorFixture fixture = shut(bypass)) {
      fixture.connectAndSend(CURL);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.BYPASS);
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13New(new byte[32])));
    }
  }

  @Test
  void bypassOverBudgetIsDecidedAsUsual() throws Exception {
    try (DoorFixture fixture = shut(networks(2, "127.0.0.0/8"))) {
      for (int i = 0; i < 2; i++) {
        fixture.connectAndSend(CURL);
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.BYPASS);
      }
      Socket third = fixture.connectAndSend(CURL);
      DoorFixture.awaitClosed(third);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(1);
      // A claim that holds is still admitted.
      fixture.connectAndSend(Hellos.tls13Psk(new byte[32]));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      assertThat(fixture.door.counters().bypassOverBudgetTotal()).isEqualTo(2);
    }
  }

  @Test
  void bypassesNothingWithoutSettings() throws Exception {
    try (DoorFixture fixture =
        DoorFixture.open(
            BypassSettings.NONE, AdmissionPolicy.OPEN, (claim, name) -> DoorFixture.known(true))) {
      fixture.connectAndSend(CURL);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      assertThat(fixture.gate.counters().admittedTotal(Entry.BYPASS)).isZero();
    }
  }

  @Test
  void rejectsZeroBurstAndZeroRate() {
    assertThatThrownBy(() -> networks(0, "::1")).hasMessageContaining("burst must be from 1");
    assertThatThrownBy(() -> new BypassSettings(List.of(), Set.of(), Set.of(), 1, 0))
        .hasMessageContaining("perSecond must be above 0");
  }
}
