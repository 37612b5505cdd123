package io.headwaiter.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * What a server must know of the OCSP response (RFC 6960) that it staples: whether it is one, and
 * until when it is good. Whether it is right is for the client to check.
 *
 * <pre>
 *   SEQUENCE { status ENUMERATED, [0] SEQUENCE { type, OCTET STRING {
 *     SEQUENCE { SEQUENCE { [0] version?, responder, producedAt, SEQUENCE OF
 *       SEQUENCE { certificate, status, thisUpdate, [0] nextUpdate?, ... } ... } ... } } } }
 * </pre>
 */
final class OcspResponse {
  private static final int SEQUENCE = 0x30;
  private static final int ENUMERATED = 0x0a;
  private static final int OID = 0x06;
  private static final int OCTETS = 0x04;
  private static final int TIME = 0x18;
  private static final int CONTEXT_0 = 0xa0;
  private static final int LONG_FORM = 0x80;
  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'");

  private OcspResponse() {}

  /**
   * Until when the response is good; {@link Instant#MAX} if it does not say.
   *
   * @throws IllegalArgumentException if this is no successful response
   */
  static Instant goodUntil(byte[] der) {
    try {
      return read(ByteBuffer.wrap(der));
    } catch (BufferUnderflowException | IndexOutOfBoundsException | DateTimeException e) {
      throw new IllegalArgumentException("it breaks off, or has a time that is none", e);
    }
  }

  private static Instant read(ByteBuffer der) {
    ByteBuffer response = value(der, SEQUENCE);
    ByteBuffer status = value(response, ENUMERATED);
    if (status.remaining() != 1 || status.get() != 0) {
      throw new IllegalArgumentException("the responder has answered with an error");
    }
    ByteBuffer bytes = value(value(response, CONTEXT_0), SEQUENCE);
    value(bytes, OID);
    ByteBuffer data = value(value(value(bytes, OCTETS), SEQUENCE), SEQUENCE);
    if (data.get(data.position()) == (byte) CONTEXT_0) {
      value(data); // version
    }
    value(data); // responder
    value(data, TIME);
    ByteBuffer singles = value(data, SEQUENCE);
    Instant until = Instant.MAX;
    while (singles.hasRemaining()) {
      Instant next = nextUpdate(value(singles, SEQUENCE));
      until = next.isBefore(until) ? next : until;
    }
    return until;
  }

  private static Instant nextUpdate(ByteBuffer single) {
    value(single, SEQUENCE); // certificate
    value(single); // its status
    value(single, TIME);
    boolean there = single.hasRemaining() && single.get(single.position()) == (byte) CONTEXT_0;
    return there ? time(value(value(single, CONTEXT_0), TIME)) : Instant.MAX;
  }

  private static Instant time(ByteBuffer value) {
    byte[] text = new byte[value.remaining()];
    value.get(text);
    return LocalDateTime.parse(new String(text, StandardCharsets.US_ASCII), FORMAT)
        .toInstant(ZoneOffset.UTC);
  }

  private static ByteBuffer value(ByteBuffer from, int tag) {
    int found = from.get(from.position()) & 0xff;
    if (found != tag) {
      throw new IllegalArgumentException("expected tag " + tag + ", found " + found);
    }
    return value(from);
  }

  private static ByteBuffer value(ByteBuffer from) {
    from.get(); // tag
    int length = from.get() & 0xff;
    if (length >= LONG_FORM) {
      int bytes = length - LONG_FORM;
      if (bytes > 3) {
        throw new IllegalArgumentException("a length of " + bytes + " bytes");
      }
      length = 0;
      for (int i = 0; i < bytes; i++) {
        length = length << 8 | (from.get() & 0xff);
      }
    }
    if (length > from.remaining()) {
      throw new IllegalArgumentException("longer than what holds it");
    }
    ByteBuffer value = from.slice(from.position(), length);
    from.position(from.position() + length);
    return value;
  }
}
