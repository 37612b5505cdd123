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
 * Reads the parts of an OCSP response (RFC 6960) that a server must know to staple it: whether it
 * is one, and until when it is valid. The client checks whether it is right.
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
  private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'");

  private OcspResponse() {}

  /**
   * Returns the earliest nextUpdate of the response; {@link Instant#MAX} if it has none.
   *
   * @throws IllegalArgumentException if this is no successful response
   */
  static Instant goodUntil(byte[] der) {
    try {
      return read(ByteBuffer.wrap(der));
    } catch (BufferUnderflowException | DateTimeException e) {
      throw new IllegalArgumentException("it breaks off, or has a time that is none", e);
    }
  }

  private static Instant read(ByteBuffer der) {
    ByteBuffer response = Der.value(der, SEQUENCE);
    ByteBuffer status = Der.value(response, ENUMERATED);
    if (status.remaining() != 1 || status.get() != 0) {
      throw new IllegalArgumentException("the responder has answered with an error");
    }
    ByteBuffer bytes = Der.value(Der.value(response, CONTEXT_0), SEQUENCE);
    Der.value(bytes, OID);
    ByteBuffer data = Der.value(Der.value(Der.value(bytes, OCTETS), SEQUENCE), SEQUENCE);
    if (Der.tag(data) == CONTEXT_0) {
      Der.value(data); // version
    }
    Der.value(data); // responder
    Der.value(data, TIME);
    ByteBuffer singles = Der.value(data, SEQUENCE);
    Instant until = Instant.MAX;
    while (singles.hasRemaining()) {
      Instant next = nextUpdate(Der.value(singles, SEQUENCE));
      until = next.isBefore(until) ? next : until;
    }
    return until;
  }

  private static Instant nextUpdate(ByteBuffer single) {
    Der.value(single, SEQUENCE); // certificate
    Der.value(single); // its status
    Der.value(single, TIME);
    boolean there = single.hasRemaining() && Der.tag(single) == CONTEXT_0;
    return there ? time(Der.value(Der.value(single, CONTEXT_0), TIME)) : Instant.MAX;
  }

  private static Instant time(ByteBuffer value) {
    byte[] text = new byte[value.remaining()];
    value.get(text);
    return LocalDateTime.parse(new String(text, StandardCharsets.US_ASCII), FORMAT)
        .toInstant(ZoneOffset.UTC);
  }
}
