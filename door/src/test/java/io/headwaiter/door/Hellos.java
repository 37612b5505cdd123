package io.headwaiter.door;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** ClientHellos for tests of the door: captured ones, one of JSSE, and some written by hand. */
final class Hellos {
  static final List<String> VECTORS =
      List.of(
          "chromium-tls12-id-new",
          "chromium-tls13-new",
          "curl-tls13-new",
          "firefox-tls13-new",
          "go-tls12-ticket-new",
          "go-tls13-new",
          "jsse17-tls12-id-new",
          "jsse25-tls13-new");

  private static final int SESSION_TICKET = 35;
  private static final int PADDING = 21;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int PSK_MODES = 45;
  private static final int PRE_SHARED_KEY = 41;

  private Hellos() {}

  /** Returns a hello that was captured from a real client (core's test vectors). */
  static byte[] vector(String name) {
    try (InputStream in = Hellos.class.getResourceAsStream("/hellos/" + name + ".hex")) {
      StringBuilder hex = new StringBuilder();
      for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n", -1)) {
        hex.append(line.startsWith("#") ? "" : line.strip());
      }
      return HexFormat.of().parseHex(hex);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the first flight of a JSSE client that has no session. */
  static byte[] jsse(String protocol) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, null, null);
      SSLEngine engine = context.createSSLEngine("shop.example", 443);
      engine.setUseClientMode(true);
      engine.setEnabledProtocols(new String[] {protocol});
      ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      engine.wrap(ByteBuffer.allocate(0), out);
      out.flip();
      byte[] bytes = new byte[out.remaining()];
      out.get(bytes);
      return bytes;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** TLS 1.2 with a session id. */
  static byte[] tls12SessionId(byte[] id) {
    return record(message(id, new byte[0]));
  }

  /** TLS 1.2 with a ticket. */
  static byte[] tls12Ticket(byte[] ticket) {
    return record(message(new byte[0], extension(SESSION_TICKET, ticket)));
  }

  /** TLS 1.2 with a ticket and a session id. */
  static byte[] tls12TicketBesideId(byte[] ticket, byte[] id) {
    return record(message(id, extension(SESSION_TICKET, ticket)));
  }

  /** TLS 1.3 as a new client sends it, with this legacy session id. */
  static byte[] tls13New(byte[] legacySessionId) {
    return record(message(legacySessionId, versions13()));
  }

  /** TLS 1.3 with one pre-shared key identity. */
  static byte[] tls13Psk(byte[] identity) {
    byte[] modes = extension(PSK_MODES, new byte[] {1, 1});
    byte[] identities = vector16(join(vector16(identity), new byte[4]));
    byte[] binders = vector16(vector8(new byte[32]));
    byte[] psk = extension(PRE_SHARED_KEY, join(identities, binders));
    return record(message(new byte[32], join(versions13(), modes, psk)));
  }

  /** A TLS 1.3 message padded to about this size. */
  static byte[] paddedMessage(int size) {
    return message(new byte[32], join(versions13(), extension(PADDING, new byte[size])));
  }

  /** Cuts a handshake message into records of at most this many bytes of content. */
  static byte[] records(byte[] message, int contentMax) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int from = 0; from < message.length; from += contentMax) {
      byte[] part =
          java.util.Arrays.copyOfRange(message, from, Math.min(message.length, from + contentMax));
      all.writeBytes(record(part));
    }
    return all.toByteArray();
  }

  static byte[] withoutRecordHeader(byte[] record) {
    return java.util.Arrays.copyOfRange(record, 5, record.length);
  }

  static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] message(byte[] sessionId, byte[] extensions) {
    byte[] body =
        join(
            new byte[] {3, 3},
            random(32, 7),
            vector8(sessionId),
            vector16(new byte[] {0x13, 0x01, (byte) 0xc0, 0x2f}),
            vector8(new byte[1]),
            vector16(extensions));
    return join(
        new byte[] {1, (byte) (body.length >> 16), (byte) (body.length >> 8), (byte) body.length},
        body);
  }

  private static byte[] versions13() {
    return extension(SUPPORTED_VERSIONS, new byte[] {4, 3, 4, 3, 3});
  }

  private static byte[] extension(int type, byte[] content) {
    return join(new byte[] {(byte) (type >> 8), (byte) type}, vector16(content));
  }

  private static byte[] record(byte[] content) {
    return join(new byte[] {22, 3, 1}, vector16(content));
  }

  private static byte[] vector8(byte[] content) {
    return join(new byte[] {(byte) content.length}, content);
  }

  private static byte[] vector16(byte[] content) {
    return join(new byte[] {(byte) (content.length >> 8), (byte) content.length}, content);
  }
}
