package io.headwaiter.lab.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.lab.abuse.HelloFlood.Hellos;
import io.headwaiter.load.GenuineHello;
import io.headwaiter.load.ScriptedServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the hellos of an attack say, by the parser of the door. */
@Tag("slow")
@Timeout(60)
class HelloFloodTest {
  private static final int WHOLE = 15_000;

  static Target target(ScriptedServer server) {
    return new Target(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort()));
  }

  /** A shop that answers one request a connection. */
  static ScriptedServer shop() {
    return new ScriptedServer(
        (client, number) -> {
          client.handshake();
          client.request();
          client.reply(200, "welcome");
        });
  }

  private static HelloFlood flood(ScriptedServer server, Hellos hellos) {
    return new HelloFlood(target(server), hellos, 200, 50, false, "127.9.1.0/24", 1);
  }

  private static List<byte[]> bytes(Hellos hellos) throws Exception {
    try (ScriptedServer server = shop()) {
      HelloFlood flood = flood(server, hellos);
      flood.prepare();
      return flood.bytes();
    }
  }

  private static ClientHello parsed(byte[] record) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(ClientHelloParser.Status.COMPLETE);
    return parser.hello();
  }

  @Test
  void aTicketIsOfferedWithPskKeOnly() throws Exception {
    ClientHello genuine = parsed(bytes(Hellos.GENUINE).get(0));
    assertThat(genuine.pskModes()).containsExactly(1);
    ClientHello lie = parsed(bytes(Hellos.PSK_KE).get(0));
    assertThat(lie.pskModes()).containsExactly(0);
    assertThat(lie.pskIdentityCount()).isEqualTo(1);
    assertThat(lie.pskIdentity(0)).hasSameSizeAs(genuine.pskIdentity(0));
  }

  @Test
  void aWrongBinderDiffersInItsLastBit() throws Exception {
    byte[] hello;
    try (ScriptedServer server = shop()) {
      hello = GenuineHello.of(target(server).address(), "TLSv1.3");
    }
    byte[] wrong = HelloEdits.wrongBinder(hello);
    int last = hello.length - 1;
    assertThat(wrong[last] ^ hello[last]).isEqualTo(1);
    assertThat(Arrays.copyOf(wrong, last)).isEqualTo(Arrays.copyOf(hello, last));
    assertThat(parsed(wrong).pskIdentity(0)).isEqualTo(parsed(hello).pskIdentity(0));
  }

  @Test
  void sixteenForgedTicketsAreOtherOnesInEachHello() throws Exception {
    List<byte[]> forged = bytes(Hellos.FORGED);
    assertThat(forged).hasSize(64);
    ClientHello first = parsed(forged.get(0));
    assertThat(first.pskIdentityCount()).isEqualTo(16);
    assertThat(first.pskIdentity(0)).isNotEqualTo(first.pskIdentity(1));
    assertThat(first.pskIdentity(0)).isNotEqualTo(parsed(forged.get(1)).pskIdentity(0));
    assertThat(first.offersTls13()).isTrue();
  }

  @Test
  void aHalfHelloIsOneOf15KilobytesWithoutItsEnd() throws Exception {
    byte[] half = bytes(Hellos.CUT).get(0);
    assertThat(half).hasSize(WHOLE - 100);
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(half))).isEqualTo(ClientHelloParser.Status.NEED_MORE);
    ClientHello whole = parsed(Arrays.copyOf(half, WHOLE)); // padding is zeros
    assertThat(whole.hasPreSharedKey()).isFalse();
    assertThat(whole.receivedLength()).isEqualTo(WHOLE);
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "GENUINE", "PSK_KE"})
  void theyAreSentAtTheRateAndLeaveAfterTheAnswer(Hellos hellos) throws Exception {
    try (ScriptedServer server = shop()) {
      HelloFlood flood = flood(server, hellos);
      flood.prepare();
      int before = server.accepted();
      Tally tally = flood.run(Duration.ofMillis(500));
      assertThat(tally.connections()).isBetween(20L, 101L); // 200 a second
      assertThat(tally.entered()).isPositive();
      assertThat(tally.entered()).isLessThanOrEqualTo(tally.connections());
      assertThat((long) server.accepted() - before).isLessThanOrEqualTo(tally.connections());
    }
  }

  @Test
  void silentOnesConnectAndStayUnderTheirBound() throws Exception {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.hang())) {
      HelloFlood flood =
          new HelloFlood(target(server), Hellos.NOTHING, 1000, 7, true, "127.9.1.0/24", 1);
      flood.prepare();
      Tally tally = flood.run(Duration.ofMillis(300));
      assertThat(tally.connections()).isEqualTo(7);
      assertThat(tally.entered()).isZero();
      assertThat(tally.ended()).isZero();
    }
  }

  @Test
  void onlyThisMachineIsAttacked() {
    assertThatThrownBy(() -> Target.of(URI.create("https://192.0.2.1:443")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loopback");
  }
}
