package io.headwaiter.core.hello;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the protocol or defect of a connection that does not begin with a TLS handshake record. */
final class NonTlsDetector {
  private static final int SSLV2_LENGTH_BIT = 0x80;
  private static final int SSLV2_CLIENT_HELLO = 1;
  private static final int CONTENT_LEAST = 20; // change_cipher_spec
  private static final int CONTENT_MOST = 24; // heartbeat

  /** ASCII characters at the beginning of a connection. */
  private record Signature(String text, HelloDefect defect) {}

  private static final List<Signature> SIGNATURES = signatures();

  private NonTlsDetector() {}

  /**
   * Returns the defect of these first bytes, or null while they still fit several. Needs 12 bytes
   * at most.
   *
   * @param received the connection's bytes, at least one
   */
  static @Nullable HelloDefect defectOf(ByteBuffer received) {
    int first = received.get(received.position()) & 0xff;
    if (first >= CONTENT_LEAST && first <= CONTENT_MOST) {
      return HelloDefect.NOT_HANDSHAKE;
    }
    if ((first & SSLV2_LENGTH_BIT) != 0) {
      return received.remaining() < 3 ? null : sslv2OrNot(received);
    }
    return bySignature(received);
  }

  private static HelloDefect sslv2OrNot(ByteBuffer received) {
    boolean clientHello = received.get(received.position() + 2) == SSLV2_CLIENT_HELLO;
    return clientHello ? HelloDefect.SSLV2 : HelloDefect.NOT_TLS;
  }

  private static @Nullable HelloDefect bySignature(ByteBuffer received) {
    boolean undecided = false;
    for (Signature signature : SIGNATURES) {
      int length = Math.min(signature.text.length(), received.remaining());
      if (startsWith(received, signature.text, length)) {
        if (length == signature.text.length()) {
          return signature.defect;
        }
        undecided = true;
      }
    }
    return undecided ? null : HelloDefect.NOT_TLS;
  }

  private static boolean startsWith(ByteBuffer received, String expected, int length) {
    for (int i = 0; i < length; i++) {
      if (received.get(received.position() + i) != expected.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static List<Signature> signatures() {
    List<Signature> all = new ArrayList<>();
    String methods = "GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH PRI PROPFIND";
    for (String method : methods.split(" ", -1)) {
      all.add(new Signature(method + " ", HelloDefect.PLAIN_HTTP));
    }
    all.add(new Signature("PROXY ", HelloDefect.PROXY_PROTOCOL));
    all.add(new Signature("\r\n\r\n\0\r\nQUIT\n", HelloDefect.PROXY_PROTOCOL));
    return List.copyOf(all);
  }
}
