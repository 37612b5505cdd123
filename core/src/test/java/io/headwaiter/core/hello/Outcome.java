package io.headwaiter.core.hello;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The result of a parser for some bytes, in a form that can be compared. It covers the fields of a
 * hello and its claims.
 */
record Outcome(Status status, HelloDefect defect, List<Object> fields) {
  /** Returns the outcome of a new parser that gets all bytes at once. */
  static Outcome of(byte[] received) {
    return of(new ClientHelloParser(HelloLimits.DEFAULT), received);
  }

  /** Returns the outcome of this parser when it gets all bytes now. */
  static Outcome of(ClientHelloParser parser, byte[] received) {
    Status status = parser.parse(ByteBuffer.wrap(received));
    return switch (status) {
      case NEED_MORE -> new Outcome(status, null, List.of());
      case DEFECTIVE -> new Outcome(status, parser.defect(), List.of());
      case COMPLETE -> new Outcome(status, null, fields(parser.hello()));
    };
  }

  private static List<Object> fields(ClientHello hello) {
    return List.of(
        hello.legacyVersion(),
        hex(hello.sessionId()),
        hello.hasTicketExtension(),
        hex(hello.sessionTicket()),
        hello.pskIdentities().stream().map(Outcome::hex).toList(),
        List.of(hello.pskIdentityCount(), hello.hasPreSharedKey(), hello.hasPskModes()),
        List.of(hex(hello.pskModes()), hello.offersPskDheKe(), hex(hello.cipherSuites())),
        hex(hello.supportedVersions()),
        hello.offersTls13(),
        List.of(hello.serverName(), hello.alpnProtocols()),
        List.of(hello.earlyData(), hello.encryptedClientHello()),
        List.of(hello.recordCount(), hello.messageLength(), hello.receivedLength()),
        claim(hello, true),
        claim(hello, false));
  }

  private static List<Object> claim(ClientHello hello, boolean serverSpeaksTls13) {
    ResumptionClaim claim = ResumptionClaim.of(hello, serverSpeaksTls13);
    List<String> tokens = claim.tokens().stream().map(Outcome::hex).toList();
    return List.of(claim.kind(), tokens, hex(claim.sessionId()), hex(claim.cipherSuites()));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String hex(int[] values) {
    return Arrays.toString(values);
  }
}
