package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.HelloDefect;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Connections from balancers that name their clients. */
class DoorProxyTest {
  private static final List<NetworkRange> HERE = List.of(NetworkRange.parse("127.0.0.1"));
  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
  private static final byte[] OF_CLIENT =
      HexFormat.of().parseHex(SIGNATURE + "2111000c" + "c00002097f000001" + "d2244919");
  private static final byte[] OF_BALANCER = HexFormat.of().parseHex(SIGNATURE + "20000000");
  private static final byte[] HELLO = Hellos.tls13New(new byte[32]);

  private static DoorFixture open() throws Exception {
    return DoorFixture.behind(HERE, BypassSettings.NONE, AdmissionPolicy.OPEN);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  @Test
  void hidesHeaderAndTellsClient() throws Exception {
    try (DoorFixture fixture = open()) {
      fixture.connectAfterSending(joined(OF_CLIENT, HELLO));
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.received()).isEqualTo(HELLO);
      assertThat(admitted.admittedConnection().named())
          .isEqualTo(new InetSocketAddress("192.0.2.9", 0xd224));
      assertThat(admitted.admittedConnection().client().getHostAddress()).isEqualTo("192.0.2.9");
    }
  }

  @Test
  void balancersOwnConnectionKeepsItsAddress() throws Exception {
    try (DoorFixture fixture = open()) {
      fixture.connectAfterSending(joined(OF_BALANCER, HELLO));
      AdmittedConnection admitted = fixture.nextAdmitted().admittedConnection();
      assertThat(admitted.named()).isNull();
      assertThat(admitted.client().getHostAddress()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void readsHeaderAndHelloSplitAnywhere() throws Exception {
    byte[] all = joined(OF_CLIENT, HELLO);
    try (DoorFixture fixture = open()) {
      for (int at : new int[] {1, 12, 16, 27, 28, 29, 33, 60, all.length - 1}) {
        Socket client = fixture.connectAfterSending(java.util.Arrays.copyOf(all, at));
        client.getOutputStream().write(all, at, all.length - at);
        DoorFixture.Admitted admitted = fixture.nextAdmitted();
        assertThat(admitted.received()).as("split at %d", at).isEqualTo(HELLO);
        assertThat(admitted.admittedConnection().named()).isNotNull();
      }
    }
  }

  @Test
  void readsHeaderSentByteByByte() throws Exception {
    try (DoorFixture fixture = open()) {
      OutputStream out = fixture.connect().getOutputStream();
      for (byte b : joined(OF_CLIENT, HELLO)) {
        out.write(b);
      }
      assertThat(fixture.nextAdmitted().received()).isEqualTo(HELLO);
    }
  }

  private static void assertRefused(DoorFixture fixture, HelloDefect defect, byte[] bytes)
      throws Exception {
    long before = fixture.door.counters().defectTotal(defect);
    DoorFixture.awaitClosed(fixture.connectAfterSending(bytes));
    assertThat(fixture.door.counters().defectTotal(defect)).isEqualTo(before + 1);
  }

  @Test
  void refusesBalancerWithoutGoodHeader() throws Exception {
    try (DoorFixture fixture = open()) {
      assertRefused(fixture, HelloDefect.PROXY_HEADER_MISSING, HELLO);
      assertRefused(
          fixture,
          HelloDefect.PROXY_HEADER_MISSING,
          "PROXY TCP4 192.0.2.9\r\n".getBytes(StandardCharsets.US_ASCII));
      assertRefused(
          fixture, HelloDefect.BAD_PROXY_HEADER, HexFormat.of().parseHex(SIGNATURE + "2111ffff"));
      assertRefused(fixture, HelloDefect.PROXY_PROTOCOL, joined(OF_CLIENT, OF_CLIENT, HELLO));
      assertThat(fixture.refused(RefusalReason.HELLO_DEFECT)).isEqualTo(4);
    }
  }

  @Test
  void refusesHeaderFromElsewhere() throws Exception {
    try (DoorFixture fixture =
        DoorFixture.behind(
            List.of(NetworkRange.parse("192.0.2.0/24")),
            BypassSettings.NONE,
            AdmissionPolicy.OPEN)) {
      assertRefused(fixture, HelloDefect.PROXY_PROTOCOL, joined(OF_CLIENT, HELLO));
      fixture.connectAfterSending(HELLO);
      assertThat(fixture.nextAdmitted().admittedConnection().named()).isNull();
    }
  }

  /** The balancer's own network does not let its clients pass, but theirs does. */
  @Test
  void bypassLooksAtNamedClient() throws Exception {
    BypassSettings balancer = bypass("127.0.0.0/8");
    try (DoorFixture fixture = DoorFixture.behind(HERE, balancer, DoorFixture.SHUT)) {
      DoorFixture.awaitClosed(fixture.connectAfterSending(joined(OF_CLIENT, HELLO)));
      fixture.connectAfterSending(joined(OF_BALANCER, HELLO));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.BYPASS);
    }
    try (DoorFixture fixture = DoorFixture.behind(HERE, bypass("192.0.2.9"), DoorFixture.SHUT)) {
      fixture.connectAfterSending(joined(OF_CLIENT, HELLO));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.BYPASS);
    }
  }

  private static BypassSettings bypass(String network) {
    return new BypassSettings(
        List.of(NetworkRange.parse(network)),
        Set.of(),
        Set.of(),
        /* burst= */ 5,
        /* perSecond= */ 1);
  }
}
