package io.headwaiter.core.hello;

import static io.headwaiter.core.hello.HelloBuilder.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import io.headwaiter.core.hello.ResumptionClaim.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResumptionClaimTest {
  private static final byte[] ID = bytes(9, 8, 7);
  private static final byte[] TICKET = bytes(1, 2, 3, 4);

  private static ResumptionClaim claim(HelloBuilder hello, boolean serverSpeaksTls13) {
    return ResumptionClaim.of(parsed(hello), serverSpeaksTls13);
  }

  private static ClientHello parsed(HelloBuilder hello) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(hello.record()))).isEqualTo(Status.COMPLETE);
    return parser.hello();
  }

  @Test
  void ignoresSessionIdOfTls13() {
    HelloBuilder hello = new HelloBuilder().sessionId(new byte[32]).versions(0x0304, 0x0303);
    assertThat(claim(hello, true).kind()).isEqualTo(Kind.NONE);
    assertThat(claim(hello, true).tokens()).isEmpty();
    assertThat(claim(hello, true).sessionId()).isEmpty();
    assertThat(claim(hello, false).kind()).isEqualTo(Kind.SESSION_ID);
  }

  @Test
  void ignoresTls12TicketUnderTls13() {
    HelloBuilder hello = new HelloBuilder().versions(0x0304, 0x0303).ticket(TICKET);
    assertThat(claim(hello, true).kind()).isEqualTo(Kind.NONE);
    assertThat(claim(hello, false).kind()).isEqualTo(Kind.SESSION_TICKET);
  }

  @Test
  void readsPreSharedKeysInOrder() {
    HelloBuilder hello =
        new HelloBuilder().versions(0x0304).pskModes(1).preSharedKeys(List.of(ID, TICKET));
    ResumptionClaim claim = claim(hello, true);
    assertThat(claim.kind()).isEqualTo(Kind.PRE_SHARED_KEY);
    assertThat(claim.tokens()).containsExactly(ID, TICKET);
    assertThat(claim.sessionId()).isEmpty();
    assertThat(claim.helloMessage()).isEqualTo(hello.message());
    assertThat(claim(hello, false).kind()).isEqualTo(Kind.NONE);
    assertThat(claim(hello, false).helloMessage()).isEmpty();
  }

  @Test
  void reportsWhetherExtendedMasterSecretIsOffered() {
    HelloBuilder with = new HelloBuilder().ticket(TICKET).extension(23, bytes());
    assertThat(claim(with, false).offersExtendedMasterSecret()).isTrue();
    assertThat(claim(new HelloBuilder().ticket(TICKET), false).offersExtendedMasterSecret())
        .isFalse();
    HelloBuilder newcomer = new HelloBuilder().extension(23, bytes());
    assertThat(claim(newcomer, false).offersExtendedMasterSecret()).as("no claim").isFalse();
  }

  @Test
  void rejectsExtendedMasterSecretWithContent() {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    byte[] record = new HelloBuilder().extension(23, bytes(1)).record();
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.BAD_EXTENSIONS);
  }

  @Test
  void ignoresPreSharedKeysWithoutModes() {
    HelloBuilder hello = new HelloBuilder().versions(0x0304).preSharedKeys(List.of(ID));
    assertThat(claim(hello, true).kind()).isEqualTo(Kind.NONE);
  }

  /** No server here accepts psk_ke: with it alone, a valid ticket gets a full handshake. */
  @Test
  void ignoresPreSharedKeysWithoutPskDheKe() {
    for (int[] modes : new int[][] {{0}, {0, 0, 2, 255}, new int[40]}) {
      HelloBuilder hello =
          new HelloBuilder().versions(0x0304).pskModes(modes).preSharedKeys(List.of(ID));
      assertThat(claim(hello, true).kind()).isEqualTo(Kind.NONE);
    }
  }

  @Test
  void findsPskDheKeAtAnyPosition() {
    int[] many = new int[40];
    many[39] = 1;
    for (int[] modes : new int[][] {{1}, {0, 1}, {1, 0}, many}) {
      HelloBuilder hello =
          new HelloBuilder().versions(0x0304).pskModes(modes).preSharedKeys(List.of(ID));
      assertThat(claim(hello, true).kind()).isEqualTo(Kind.PRE_SHARED_KEY);
    }
  }

  @Test
  void reportsCipherSuitesOfClaim() {
    byte[] suites = bytes(0x1a, 0x1a, 0x13, 0x02, 0xc0, 0x2f);
    HelloBuilder hello = new HelloBuilder().suites(suites).ticket(TICKET);
    assertThat(claim(hello, true).cipherSuites()).containsExactly(0x1302, 0xc02f);
    assertThat(claim(new HelloBuilder().suites(suites), true).cipherSuites()).isEmpty();
  }

  @Test
  void exposesFirst256CipherSuites() {
    byte[] suites = new byte[2 * 300];
    for (int i = 0; i < 300; i++) {
      suites[2 * i] = (byte) 0xc0;
      suites[2 * i + 1] = (byte) i;
    }
    assertThat(parsed(new HelloBuilder().suites(suites)).cipherSuites())
        .hasSize(256)
        .startsWith(0xc000)
        .endsWith(0xc0ff);
  }

  @Test
  void ignoresPreSharedKeysWithoutTls13() {
    HelloBuilder hello =
        new HelloBuilder().sessionId(ID).pskModes(1).preSharedKeys(List.of(TICKET));
    ResumptionClaim claim = claim(hello, true);
    assertThat(claim.kind()).isEqualTo(Kind.SESSION_ID);
    assertThat(claim.tokens()).containsExactly(ID);
  }

  @Test
  void prefersTicketAndKeepsSessionId() {
    ResumptionClaim claim = claim(new HelloBuilder().sessionId(ID).ticket(TICKET), true);
    assertThat(claim.kind()).isEqualTo(Kind.SESSION_TICKET);
    assertThat(claim.tokens()).containsExactly(TICKET);
    assertThat(claim.sessionId()).isEqualTo(ID);
  }

  @Test
  void ignoresEmptyTicket() {
    assertThat(claim(new HelloBuilder().ticket(new byte[0]), true).kind()).isEqualTo(Kind.NONE);
    ResumptionClaim claim = claim(new HelloBuilder().sessionId(ID).ticket(new byte[0]), true);
    assertThat(claim.kind()).isEqualTo(Kind.SESSION_ID);
    assertThat(claim.sessionId()).isEqualTo(ID);
  }

  @Test
  void exposesFirstSixteenEntriesOfLists() {
    List<byte[]> identities = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int[] versions = new int[100];
    for (int i = 0; i < 100; i++) {
      identities.add(bytes(i, 1));
      names.add("p" + i);
      versions[i] = 0x0400 + i;
    }
    versions[99] = 0x0304;
    int[] modes = new int[50];
    modes[49] = 1;
    HelloBuilder builder = new HelloBuilder().versions(versions).alpn(names).pskModes(modes);
    ClientHello hello = parsed(builder.preSharedKeys(identities));
    assertThat(hello.pskIdentityCount()).isEqualTo(100);
    assertThat(hello.pskIdentities()).hasSize(16);
    assertThat(hello.pskIdentity(15)).containsExactly(15, 1);
    assertThatThrownBy(() -> hello.pskIdentity(16))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("PSK identity 16 asked for, 16 are exposed");
    assertThat(hello.alpnProtocols()).hasSize(16).startsWith("p0").endsWith("p15");
    assertThat(hello.supportedVersions()).hasSize(16);
    assertThat(hello.pskModes()).hasSize(16);
    assertThat(hello.offersTls13()).isTrue();
    assertThat(ResumptionClaim.of(hello, true).tokens()).hasSize(16);
  }
}
