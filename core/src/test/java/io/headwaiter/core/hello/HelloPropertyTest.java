package io.headwaiter.core.hello;

import static io.headwaiter.core.hello.HelloBuilder.records;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Every field written into a hello is read back, however the bytes are split. */
class HelloPropertyTest {
  /** The fields of a hello that a property chose. */
  record Chosen(
      String host,
      List<String> alpn,
      List<String> identities,
      String ticket,
      boolean tls13,
      List<Integer> suites,
      List<Integer> modes) {
    HelloBuilder builder() {
      HelloBuilder builder = new HelloBuilder().serverName(host).suites(u16s(suites));
      if (!alpn.isEmpty()) {
        builder.alpn(alpn);
      }
      builder.ticket(HelloBuilder.ascii(ticket));
      builder.pskModes(modes.stream().mapToInt(Integer::intValue).toArray());
      builder.versions(tls13 ? new int[] {0x1a1a, 0x0304, 0x0303} : new int[] {0x0303});
      if (!identities.isEmpty()) {
        builder.preSharedKeys(identities.stream().map(HelloBuilder::ascii).toList());
      }
      return builder;
    }
  }

  private static byte[] u16s(List<Integer> values) {
    return HelloBuilder.join(values.stream().map(HelloBuilder::u16).toArray(byte[][]::new));
  }

  @Provide
  Arbitrary<Chosen> chosen() {
    Arbitrary<String> label =
        Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(63);
    Arbitrary<String> host = label.list().ofMinSize(1).ofMaxSize(3).map(l -> String.join(".", l));
    Arbitrary<String> token = Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(300);
    // Only letters: a name of two bytes may otherwise be a GREASE value.
    Arbitrary<String> protocol = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(20);
    return Combinators.combine(
            host,
            protocol.list().ofMaxSize(5),
            token.list().ofMaxSize(5),
            Arbitraries.strings().ascii().ofMaxLength(300),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 0xffff).list().ofMinSize(1).ofMaxSize(400),
            Arbitraries.integers().between(0, 3).list().ofMinSize(1).ofMaxSize(60))
        .as(Chosen::new);
  }

  @Property(tries = 300)
  void readsBackAllWrittenFields(
      @ForAll("chosen") Chosen chosen, @ForAll @IntRange(min = 60, max = 4000) int contentMax) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    byte[] received = records(chosen.builder().message(), contentMax);
    assertThat(parser.parse(ByteBuffer.wrap(received))).isEqualTo(Status.COMPLETE);
    ClientHello hello = parser.hello();
    assertThat(hello.serverName()).contains(chosen.host.toLowerCase(Locale.ROOT));
    assertThat(hello.alpnProtocols())
        .isEqualTo(chosen.alpn.stream().filter(name -> !isGrease(name)).toList());
    assertThat(hello.sessionTicket()).isEqualTo(HelloBuilder.ascii(chosen.ticket));
    assertThat(hello.offersTls13()).isEqualTo(chosen.tls13);
    assertThat(hello.supportedVersions()).doesNotContain(0x1a1a).contains(0x0303);
    assertThat(hello.cipherSuites())
        .containsExactly(
            chosen.suites.stream()
                .filter(suite -> !TlsConstants.isGrease(suite))
                .limit(ClientHello.SUITES_EXPOSED_MAX)
                .toArray(Integer[]::new));
    assertThat(hello.offersPskDheKe()).isEqualTo(chosen.modes.contains(1));
    assertThat(hello.pskIdentityCount()).isEqualTo(chosen.identities.size());
    assertThatTheClaimFits(hello, chosen);
    for (int i = 0; i < chosen.identities.size(); i++) {
      assertThat(hello.pskIdentity(i)).isEqualTo(HelloBuilder.ascii(chosen.identities.get(i)));
      assertThat(hello.pskIdentities().get(i)).isEqualTo(hello.pskIdentity(i));
    }
  }

  private static void assertThatTheClaimFits(ClientHello hello, Chosen chosen) {
    ResumptionClaim claim = ResumptionClaim.of(hello, /* serverSpeaksTls13= */ true);
    boolean resumes =
        chosen.tls13
            ? !chosen.identities.isEmpty() && chosen.modes.contains(1)
            : !chosen.ticket.isEmpty();
    assertThat(claim.kind() != ResumptionClaim.Kind.NONE).isEqualTo(resumes);
    assertThat(claim.cipherSuites()).isEqualTo(resumes ? hello.cipherSuites() : new int[0]);
  }

  /** "JJ", "ZZ", "jj" and "zz" are GREASE values (RFC 8701 section 3), which are left out. */
  private static boolean isGrease(String alpn) {
    return alpn.length() == 2 && alpn.charAt(0) == alpn.charAt(1) && (alpn.charAt(0) & 15) == 10;
  }

  @Property(tries = 300)
  void anySplitGivesTheSameOutcome(
      @ForAll("chosen") Chosen chosen,
      @ForAll @IntRange(min = 1, max = 500) int contentMax,
      @ForAll @Size(max = 6) List<@IntRange(max = 3000) Integer> cuts,
      @ForAll @IntRange(max = 1_000_000) int broken) {
    byte[] received = records(chosen.builder().message(), contentMax);
    if (broken % 3 == 0) {
      received[broken % received.length] ^= (byte) (1 + broken % 255);
    }
    int[] lengths =
        cuts.stream().mapToInt(cut -> Math.min(cut, received.length)).sorted().toArray();
    ClientHelloParser split = new ClientHelloParser(HelloLimits.DEFAULT);
    for (int length : lengths) {
      split.parse(ByteBuffer.wrap(received, 0, length));
    }
    assertThat(Outcome.of(split, received)).isEqualTo(Outcome.of(received));
  }

  @Property(tries = 300)
  void resetParserMatchesNewParser(
      @ForAll("chosen") Chosen before,
      @ForAll @IntRange(min = 1, max = 500) int contentMax,
      @ForAll @IntRange(max = 3000) int seenBefore,
      @ForAll("chosen") Chosen chosen) {
    ClientHelloParser used = new ClientHelloParser(HelloLimits.DEFAULT);
    byte[] earlier = records(before.builder().message(), contentMax);
    used.parse(ByteBuffer.wrap(Arrays.copyOf(earlier, Math.min(seenBefore, earlier.length))));
    used.reset();
    byte[] received = chosen.builder().record();
    assertThat(Outcome.of(used, received)).isEqualTo(Outcome.of(received));
  }
}
