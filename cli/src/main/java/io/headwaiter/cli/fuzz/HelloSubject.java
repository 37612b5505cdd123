package io.headwaiter.cli.fuzz;

import static io.headwaiter.cli.fuzz.Subject.expect;

import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.ClientHelloParser.Status;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.core.hello.ResumptionClaim.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Tests the parser with mutated hellos of real clients. It must throw nothing, keep its bounds and
 * give the same result however the bytes are split. The fields it exposes and the claim must be
 * within bounds.
 */
public final class HelloSubject implements Subject {
  private static final HelloLimits LIMITS = new HelloLimits(4096, 16);
  private static final int CUTS_MAX = 4;
  private static final int SESSION_ID_BYTES_MAX = 32;
  private static final Pattern HOST = Pattern.compile("[a-z0-9._-]{1,255}");

  private final HelloMutator mutator = new HelloMutator(HelloCorpus.load());
  private final ClientHelloParser once = new ClientHelloParser(LIMITS);
  private final ClientHelloParser split = new ClientHelloParser(LIMITS);

  @Override
  public String name() {
    return "hello";
  }

  @Override
  public byte[] input(SplittableRandom random) {
    return mutator.next(random);
  }

  @Override
  public void check(byte[] input) {
    once.reset();
    split.reset();
    Status status = once.parse(ByteBuffer.wrap(input));
    SplittableRandom random = new SplittableRandom(Arrays.hashCode(input));
    int[] cuts = random.ints(random.nextInt(CUTS_MAX + 1), 0, input.length + 1).sorted().toArray();
    for (int cut : cuts) {
      Status early = split.parse(ByteBuffer.wrap(input, 0, cut));
      expect(early == Status.NEED_MORE || early == status, "a decision is final");
    }
    expect(split.parse(ByteBuffer.wrap(input)) == status, "a split changes nothing");
    switch (status) {
      case NEED_MORE -> expect(input.length < LIMITS.helloBytesMax(), "the limit is a limit");
      case DEFECTIVE -> expect(once.defect() == split.defect(), "a split changes no defect");
      case COMPLETE -> {
        checkHello(once.hello(), input);
        expect(print(once.hello()) == print(split.hello()), "a split changes no field");
      }
    }
  }

  private static void checkHello(ClientHello hello, byte[] input) {
    expect(hello.receivedLength() <= input.length, "no byte was read that is not there");
    expect(hello.receivedLength() <= LIMITS.helloBytesMax(), "the hello is within its limit");
    expect(hello.recordCount() <= LIMITS.recordsMax(), "so are its records");
    expect(hello.message().length == hello.messageLength(), "the message is all there");
    expect(hello.sessionIdLength() <= SESSION_ID_BYTES_MAX, "a session id has at most 32 bytes");
    hello.serverName().ifPresent(h -> expect(HOST.matcher(h).matches(), "a name is a host's"));
    expect(hello.pskIdentities().size() <= ClientHello.EXPOSED_MAX, "identities are bounded");
    expect(hello.alpnProtocols().size() <= ClientHello.EXPOSED_MAX, "protocols are bounded");
    expect(hello.cipherSuites().length <= ClientHello.SUITES_EXPOSED_MAX, "suites are bounded");
    checkClaim(hello, /* serverSpeaksTls13= */ true);
    checkClaim(hello, /* serverSpeaksTls13= */ false);
  }

  private static void checkClaim(ClientHello hello, boolean serverSpeaksTls13) {
    ResumptionClaim claim = ResumptionClaim.of(hello, serverSpeaksTls13);
    boolean none = claim.kind() == Kind.NONE;
    expect(none == claim.tokens().isEmpty(), "who claims shows something");
    expect(claim.tokens().size() <= ClientHello.EXPOSED_MAX, "tokens are bounded");
    expect(claim.tokens().stream().allMatch(t -> t.length > 0), "no token is empty");
    boolean tls13 = serverSpeaksTls13 && hello.offersTls13();
    expect(none || tls13 == (claim.kind() == Kind.PRE_SHARED_KEY), "a key goes with TLS 1.3");
    expect(!tls13 || none || hello.offersPskDheKe(), "and with psk_dhe_ke");
    expect(!none || claim.cipherSuites().length == 0, "no suites without a claim");
    expect(claim.helloMessage().length == (none ? 0 : hello.messageLength()), "with its hello");
  }

  private static int print(ClientHello hello) {
    List<byte[]> bytes = List.of(hello.message(), hello.sessionId(), hello.sessionTicket());
    int print = Objects.hash(hello.serverName(), hello.alpnProtocols(), hello.earlyData());
    for (byte[] b : bytes) {
      print = 31 * print + Arrays.hashCode(b);
    }
    for (byte[] identity : hello.pskIdentities()) {
      print = 31 * print + Arrays.hashCode(identity);
    }
    print = 31 * print + Arrays.hashCode(hello.pskModes());
    print = 31 * print + Arrays.hashCode(hello.cipherSuites());
    print = 31 * print + Arrays.hashCode(hello.supportedVersions());
    return 31 * print
        + Objects.hash(
            hello.hasPreSharedKey(),
            hello.hasPskModes(),
            hello.hasTicketExtension(),
            hello.encryptedClientHello(),
            hello.recordCount(),
            hello.receivedLength());
  }
}
