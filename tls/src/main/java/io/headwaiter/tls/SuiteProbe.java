package io.headwaiter.tls;

import io.headwaiter.tls.SuiteChoice.Tls13Preference;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Finds out which cipher suite of TLS 1.3 BoringSSL prefers, which depends on the processor. The
 * probe is a hello that offers AES before ChaCha20 and no key share, so the answer is a
 * HelloRetryRequest, which names the suite. It costs some ten microseconds and no signature.
 */
final class SuiteProbe {
  private static final int ANSWER_BYTES_MAX = 32 * 1024;
  private static final int HANDSHAKE = 22;
  private static final int SERVER_HELLO = 2;
  private static final int MESSAGE_AT = 5;
  // Record header, message header, version, random, and the length of an empty session id.
  private static final int SUITE_AT = MESSAGE_AT + 4 + 2 + 32 + 1;
  private static final int AES_128_SHA256 = 0x1301;
  private static final int CHACHA20_SHA256 = 0x1303;

  private static final byte[] HELLO =
      HexFormat.of()
          .parseHex(
              "16030100620100005e" // record and message headers
                  + "0303"
                  + "00".repeat(32) // random
                  + "00" // session id
                  + "000413011303"
                  + "0100" // compression
                  + "0031" // extensions
                  + "002b0003020304" // supported_versions: TLS 1.3
                  + "000a000c000a001d00170018001911ec" // supported_groups
                  + "000d0010000e0403050306030807080408050806" // signature_algorithms
                  + "003300020000"); // key_share: none

  private SuiteProbe() {}

  /**
   * Returns the preference of an engine like this.
   *
   * @param server fresh, of BoringSSL, with TLS 1.3; not to be used again
   */
  static Tls13Preference preferenceOf(SSLEngine server) {
    ByteBuffer answer = ByteBuffer.allocate(ANSWER_BYTES_MAX);
    try {
      server.unwrap(ByteBuffer.wrap(HELLO), ByteBuffer.allocate(ANSWER_BYTES_MAX));
      JsseTicketProbe.runTasks(server); // such as Netty's choice of a certificate
      if (server.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        server.wrap(ByteBuffer.allocate(0), answer);
      }
    } catch (SSLException e) {
      return Tls13Preference.UNKNOWN; // it requires more of a client than this hello has
    }
    answer.flip();
    if (answer.remaining() < SUITE_AT + Short.BYTES
        || answer.get(0) != HANDSHAKE
        || answer.get(MESSAGE_AT) != SERVER_HELLO) {
      return Tls13Preference.UNKNOWN;
    }
    return switch (answer.getShort(SUITE_AT) & 0xffff) {
      case AES_128_SHA256 -> Tls13Preference.CLIENTS_FIRST;
      case CHACHA20_SHA256 -> Tls13Preference.CHACHA20;
      default -> Tls13Preference.UNKNOWN;
    };
  }
}
