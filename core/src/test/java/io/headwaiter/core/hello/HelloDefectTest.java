package io.headwaiter.core.hello;

import static io.headwaiter.core.hello.HelloBuilder.ascii;
import static io.headwaiter.core.hello.HelloBuilder.bytes;
import static io.headwaiter.core.hello.HelloBuilder.join;
import static io.headwaiter.core.hello.HelloBuilder.message;
import static io.headwaiter.core.hello.HelloBuilder.record;
import static io.headwaiter.core.hello.HelloBuilder.records;
import static io.headwaiter.core.hello.HelloBuilder.u16;
import static io.headwaiter.core.hello.HelloBuilder.vector16;
import static io.headwaiter.core.hello.HelloBuilder.vector8;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HelloDefectTest {
  /** One malformed beginning of a connection. */
  private record Case(HelloDefect defect, String what, String hexOfBytes) {
    byte[] received() {
      return HexFormat.of().parseHex(hexOfBytes);
    }
  }

  private static Case of(HelloDefect defect, String what, byte[] received) {
    return new Case(defect, what, HexFormat.of().formatHex(received));
  }

  private static Case extension(HelloDefect defect, String what, int type, byte[] content) {
    return of(defect, what, hello().extension(type, content).record());
  }

  private static HelloBuilder hello() {
    return new HelloBuilder();
  }

  static Stream<Case> cases() {
    return Stream.of(openings(), recordLayer(), body(), names(), versions(), preSharedKeys())
        .flatMap(cases -> cases);
  }

  private static Stream<Case> openings() {
    return Stream.of(
        of(HelloDefect.PLAIN_HTTP, "GET", ascii("GET / HTTP/1.1\r\n")),
        of(HelloDefect.PLAIN_HTTP, "POST", ascii("POST /")),
        of(HelloDefect.PLAIN_HTTP, "HTTP/2 preface", ascii("PRI * HTTP/2.0\r\n")),
        of(HelloDefect.PROXY_PROTOCOL, "version 1", ascii("PROXY TCP4 1.2.3.4")),
        of(HelloDefect.PROXY_PROTOCOL, "version 2", ascii("\r\n\r\n\0\r\nQUIT\n!")),
        of(HelloDefect.SSLV2, "SSL 2.0 framing", bytes(0x80, 0x2e, 1, 3, 1, 0, 0x15)),
        of(HelloDefect.NOT_TLS, "high first byte", bytes(0x80, 0x2e, 4, 3)),
        of(HelloDefect.NOT_TLS, "SSH", ascii("SSH-2.0-x\r\n")),
        of(HelloDefect.NOT_TLS, "almost a method", ascii("GETX /")),
        of(HelloDefect.NOT_TLS, "zeros", new byte[8]),
        of(HelloDefect.NOT_HANDSHAKE, "alert", bytes(21, 3, 3, 0, 2, 1, 0)),
        of(HelloDefect.NOT_HANDSHAKE, "application data", bytes(23, 3, 3, 0, 2, 1, 0)),
        of(HelloDefect.NOT_HANDSHAKE, "first content type", bytes(20)),
        of(HelloDefect.NOT_HANDSHAKE, "last content type", bytes(24)),
        of(HelloDefect.NOT_TLS, "below the content types", bytes(19)),
        of(HelloDefect.NOT_TLS, "above the content types", bytes(25)));
  }

  private static Stream<Case> recordLayer() {
    byte[] message = hello().message();
    byte[] half = records(Arrays.copyOf(message, 20), 20);
    return Stream.of(
        of(HelloDefect.BAD_RECORD_VERSION, "version 2", bytes(22, 2, 0, 0, 4, 1, 0, 0, 0)),
        of(HelloDefect.EMPTY_RECORD, "no content", bytes(22, 3, 1, 0, 0)),
        of(HelloDefect.EMPTY_RECORD, "in the middle", join(half, bytes(22, 3, 1, 0, 0))),
        of(HelloDefect.RECORD_TOO_LONG, "16385 bytes", bytes(22, 3, 1, 0x40, 1)),
        of(HelloDefect.INTERRUPTED, "an alert", join(half, bytes(21, 3, 1, 0, 2, 1, 0))),
        of(HelloDefect.NOT_CLIENT_HELLO, "ServerHello", record(bytes(2, 0, 0, 1, 0))),
        of(HelloDefect.TRAILING_BYTES, "in one record", record(join(message, bytes(20)))),
        of(
            HelloDefect.TRAILING_BYTES,
            "in the second record",
            join(half, record(new byte[message.length - 19]))),
        of(HelloDefect.TOO_LARGE, "claimed", bytes(22, 3, 1, 0, 4, 1, 0, 0x80, 0)),
        of(HelloDefect.TOO_LARGE, "16 MB claimed", bytes(22, 3, 1, 0, 4, 1, 255, 255, 255)),
        of(HelloDefect.TOO_MANY_RECORDS, "single bytes", records(large(), 1)));
  }

  private static byte[] large() {
    return hello().extension(21, new byte[2000]).message();
  }

  private static Stream<Case> body() {
    byte[] message = hello().message();
    byte[] tail = message(Arrays.copyOfRange(message, 4, message.length + 1));
    byte[] cut = message(Arrays.copyOfRange(message, 4, message.length - 3));
    return Stream.of(
        of(HelloDefect.BAD_VERSION, "SSL 3.0", hello().version(0x0300).record()),
        of(HelloDefect.BAD_VERSION, "DTLS", hello().version(0xfefd).record()),
        of(HelloDefect.LENGTH_MISMATCH, "empty", record(bytes(1, 0, 0, 0))),
        of(HelloDefect.LENGTH_MISMATCH, "a byte too many", record(tail)),
        of(HelloDefect.LENGTH_MISMATCH, "cut", record(cut)),
        of(HelloDefect.SESSION_ID_TOO_LONG, "33 bytes", hello().sessionId(new byte[33]).record()),
        of(HelloDefect.BAD_CIPHER_SUITES, "none", hello().suites(new byte[0]).record()),
        of(HelloDefect.BAD_CIPHER_SUITES, "half", hello().suites(new byte[3]).record()),
        of(HelloDefect.BAD_COMPRESSION, "none", hello().compression(new byte[0]).record()),
        of(HelloDefect.BAD_EXTENSIONS, "half a header", rawExtensions(bytes(0, 21, 0))),
        of(HelloDefect.BAD_EXTENSIONS, "overrun", rawExtensions(bytes(0, 21, 0, 9, 1))));
  }

  /** Returns a hello with this list of extensions, preceded by its correct length. */
  private static byte[] rawExtensions(byte[] content) {
    byte[] message = hello().message();
    byte[] body = Arrays.copyOfRange(message, 4, message.length - 2);
    return record(message(join(body, vector16(content))));
  }

  private static Stream<Case> names() {
    byte[] host = join(bytes(0), vector16(ascii("a.example")));
    return Stream.of(
        extension(HelloDefect.BAD_SERVER_NAME, "empty", 0, new byte[0]),
        extension(HelloDefect.BAD_SERVER_NAME, "empty list", 0, bytes(0, 0)),
        extension(HelloDefect.BAD_SERVER_NAME, "two names", 0, vector16(host, host)),
        extension(HelloDefect.BAD_SERVER_NAME, "bytes behind", 0, join(vector16(host), bytes(0))),
        extension(HelloDefect.BAD_SERVER_NAME, "overrun", 0, vector16(bytes(0, 0, 9, 'a'))),
        of(HelloDefect.BAD_HOST_NAME, "no name", hello().serverName("").record()),
        of(HelloDefect.BAD_HOST_NAME, "space", hello().serverName("a b").record()),
        of(HelloDefect.BAD_HOST_NAME, "trailing dot", hello().serverName("a.example.").record()),
        of(HelloDefect.BAD_HOST_NAME, "empty label", hello().serverName("a..example").record()),
        of(HelloDefect.BAD_HOST_NAME, "hyphen first", hello().serverName("-a.example").record()),
        of(HelloDefect.BAD_HOST_NAME, "64-byte label", hello().serverName("a".repeat(64)).record()),
        of(HelloDefect.BAD_HOST_NAME, "256 bytes", hello().serverName(hostOf(256)).record()),
        of(HelloDefect.BAD_HOST_NAME, "line break", hello().serverName("a\nb").record()),
        of(HelloDefect.BAD_HOST_NAME, "NUL", hello().serverName("a\0b").record()),
        extension(HelloDefect.BAD_ALPN, "empty list", 16, bytes(0, 0)),
        extension(HelloDefect.BAD_ALPN, "empty name", 16, vector16(bytes(0))),
        extension(HelloDefect.BAD_ALPN, "overrun", 16, vector16(bytes(3, 'h', '2'))),
        extension(HelloDefect.BAD_ALPN, "too short a list", 16, bytes(0, 2, 2, 'h', '2')));
  }

  /** A host name that is valid except possibly for its length. */
  private static String hostOf(int length) {
    return "a.".repeat(128).substring(0, length - 2) + "bb";
  }

  private static Stream<Case> versions() {
    return Stream.of(
        extension(HelloDefect.BAD_SUPPORTED_VERSIONS, "empty", 43, new byte[0]),
        extension(HelloDefect.BAD_SUPPORTED_VERSIONS, "none", 43, bytes(0)),
        extension(HelloDefect.BAD_SUPPORTED_VERSIONS, "odd", 43, bytes(3, 3, 4, 3)),
        extension(HelloDefect.BAD_SUPPORTED_VERSIONS, "mismatch", 43, bytes(2, 3, 4, 3, 3)),
        extension(HelloDefect.BAD_PSK_MODES, "none", 45, bytes(0)),
        extension(HelloDefect.BAD_PSK_MODES, "overrun", 45, bytes(2, 1)),
        extension(HelloDefect.BAD_EARLY_DATA, "with content", 42, bytes(0)),
        of(
            HelloDefect.DUPLICATE_EXTENSION,
            "versions twice",
            hello().versions(0x0304).versions(0x0304).record()),
        of(
            HelloDefect.DUPLICATE_EXTENSION,
            "empty tickets",
            hello().ticket(new byte[0]).ticket(new byte[0]).record()),
        of(
            HelloDefect.DUPLICATE_EXTENSION,
            "ECH twice",
            hello().extension(0xfe0d, new byte[3]).extension(0xfe0d, new byte[3]).record()));
  }

  private static Stream<Case> preSharedKeys() {
    byte[] identity = join(vector16(bytes(1, 2)), new byte[4]);
    byte[] binder = vector8(new byte[32]);
    HelloDefect bad = HelloDefect.BAD_PRE_SHARED_KEY;
    return Stream.of(
        of(
            HelloDefect.PSK_NOT_LAST,
            "padding behind",
            hello().preSharedKeys(List.of(bytes(1))).extension(21, new byte[1]).record()),
        extension(bad, "empty", 41, new byte[0]),
        extension(bad, "no identity", 41, join(vector16(), vector16(binder))),
        extension(bad, "no binder", 41, join(vector16(identity), vector16())),
        extension(bad, "two binders", 41, join(vector16(identity), vector16(binder, binder))),
        extension(
            bad, "short binder", 41, join(vector16(identity), vector16(vector8(new byte[31])))),
        extension(bad, "empty identity", 41, join(vector16(new byte[6]), vector16(binder))),
        extension(
            bad, "no age", 41, join(vector16(vector16(bytes(1, 2)), bytes(0)), vector16(binder))),
        extension(bad, "overrun", 41, join(u16(500), identity, vector16(binder))),
        extension(bad, "bytes behind", 41, join(vector16(identity), vector16(binder), bytes(0))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reportsDefectOfMalformedHello(Case given) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(given.received()))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(given.defect());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reportsSameDefectByteByByte(Case given) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    byte[] received = given.received();
    int length = 0;
    while (parser.parse(ByteBuffer.wrap(received, 0, length)) == Status.NEED_MORE) {
      length++;
    }
    assertThat(parser.defect()).isEqualTo(given.defect());
  }

  @Test
  void everyDefectHasCaseAndOwnSentence() {
    Set<HelloDefect> covered = EnumSet.noneOf(HelloDefect.class);
    cases().forEach(one -> covered.add(one.defect()));
    // Not of the hello: the door tests what comes before it.
    covered.add(HelloDefect.PROXY_HEADER_MISSING);
    covered.add(HelloDefect.BAD_PROXY_HEADER);
    assertThat(covered).containsExactlyInAnyOrder(HelloDefect.values());
    assertThat(Stream.of(HelloDefect.values()).map(HelloDefect::sentence))
        .doesNotHaveDuplicates()
        .allMatch(sentence -> sentence.endsWith("."));
  }

  @Test
  void acceptsDefectsInExtensionsItDoesNotRead() {
    byte[] record =
        hello()
            .extension(51, bytes(255, 255, 1)) // a key share with invalid lengths
            .extension(51, bytes(1)) // and a second one
            .extension(10, new byte[0])
            .extension(0xff01, bytes(0))
            .serverName("under_score.example")
            .record();
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.COMPLETE);
    assertThat(parser.hello().serverName()).contains("under_score.example");
  }

  @Test
  void acceptsHostNameOf255Bytes() {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    byte[] record = hello().serverName(hostOf(255)).record();
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.COMPLETE);
    assertThat(parser.hello().serverName()).contains(hostOf(255));
  }
}
