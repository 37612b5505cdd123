package io.headwaiter.core.proxy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A header of the PROXY protocol, version 2, as a balancer sends it before the bytes of its client.
 *
 * <pre>
 *   bytes   0..11   0D 0A 0D 0A 00 0D 0A 51 55 49 54 0A
 *   byte    12      20 LOCAL: the balancer's own connection;  21 PROXY: one of a client
 *   byte    13      11 TCP over IPv4, 21 TCP over IPv6, 00 unknown, others no TCP
 *   bytes   14..15  n, number of bytes that follow
 *   n bytes         source and destination addresses, source and destination ports, then fields of
 *                   type, length and value, of which only the checksum (type 03, CRC-32C) counts
 * </pre>
 *
 * <p>Source: The PROXY protocol, versions 1 and 2 (W. Tarreau, 2020), section 2.2. Version 1, a
 * line of text, is not accepted.
 *
 * <p>Immutable.
 */
public final class ProxyHeader {
  /** The most bytes of a header. */
  public static final int BYTES_MAX = 16 + 536;

  private static final byte[] SIGNATURE = {
    0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a
  };
  private static final int COMMAND_AT = 12;
  private static final int FAMILY_AT = 13;
  private static final int LENGTH_AT = 14;
  private static final int FIXED_BYTES = 16;
  private static final int LOCAL = 0x20;
  private static final int PROXY = 0x21;
  private static final int UNKNOWN = 0x00;
  private static final int TCP4 = 0x11;
  private static final int TCP6 = 0x21;
  private static final int PORTS_BYTES = 4;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;
  private static final int FIELD_BYTES = 3;
  private static final int CHECKSUM_TYPE = 3;
  private static final int CHECKSUM_BYTES = 4;
  private static final long INT_MASK = 0xffff_ffffL;

  private final Status status;
  private final int length;
  private final byte @Nullable [] source;
  private final int sourcePort;

  /** What the first bytes of a connection are. */
  public enum Status {
    /** The beginning of a header. */
    NEED_MORE,
    /** A header that is good. */
    COMPLETE,
    /** No header at all. */
    MISSING,
    /** A header that is not as it must be. */
    DEFECTIVE
  }

  private ProxyHeader(Status status, int length, byte @Nullable [] source, int sourcePort) {
    this.status = status;
    this.length = length;
    this.source = source;
    this.sourcePort = sourcePort;
  }

  private static ProxyHeader only(Status status) {
    return new ProxyHeader(status, 0, null, 0);
  }

  /**
   * Reads a header.
   *
   * @param bytes the first bytes of a connection, from position to limit; not changed
   */
  public static ProxyHeader read(ByteBuffer bytes) {
    int start = bytes.position();
    int have = bytes.remaining();
    for (int i = 0; i < Math.min(have, SIGNATURE.length); i++) {
      if (bytes.get(start + i) != SIGNATURE[i]) {
        return only(Status.MISSING);
      }
    }
    if (have > COMMAND_AT && !isCommand(bytes.get(start + COMMAND_AT))) {
      return only(Status.DEFECTIVE);
    }
    if (have < FIXED_BYTES) {
      return only(Status.NEED_MORE);
    }
    int length = FIXED_BYTES + Short.toUnsignedInt(bytes.getShort(start + LENGTH_AT));
    if (length > BYTES_MAX) {
      return only(Status.DEFECTIVE);
    }
    return have < length ? only(Status.NEED_MORE) : whole(bytes.slice(start, length));
  }

  private static boolean isCommand(byte command) {
    return command == LOCAL || command == PROXY;
  }

  /** Reads a header that is there as a whole; {@code slice} has nothing else. */
  private static ProxyHeader whole(ByteBuffer slice) {
    int length = slice.limit();
    int family = Byte.toUnsignedInt(slice.get(FAMILY_AT));
    if (slice.get(COMMAND_AT) == LOCAL || family == UNKNOWN) {
      return new ProxyHeader(Status.COMPLETE, length, null, 0);
    }
    int addressBytes = family == TCP4 ? IPV4_BYTES : family == TCP6 ? IPV6_BYTES : 0;
    int fieldsAt = FIXED_BYTES + 2 * addressBytes + PORTS_BYTES;
    if (addressBytes == 0 || length < fieldsAt || !areFieldsGood(slice, fieldsAt)) {
      return only(Status.DEFECTIVE);
    }
    byte[] source = new byte[addressBytes];
    slice.get(FIXED_BYTES, source);
    int port = Short.toUnsignedInt(slice.getShort(FIXED_BYTES + 2 * addressBytes));
    return new ProxyHeader(Status.COMPLETE, length, source, port);
  }

  /** Returns whether the fields end where the header ends, and a checksum among them is right. */
  private static boolean areFieldsGood(ByteBuffer slice, int from) {
    int at = from;
    while (at + FIELD_BYTES <= slice.limit()) {
      int valueAt = at + FIELD_BYTES;
      int valueBytes = Short.toUnsignedInt(slice.getShort(at + 1));
      if (valueAt + valueBytes > slice.limit()) {
        return false;
      }
      if (slice.get(at) == CHECKSUM_TYPE
          && (valueBytes != CHECKSUM_BYTES || !isChecksumGood(slice, valueAt))) {
        return false;
      }
      at = valueAt + valueBytes;
    }
    return at == slice.limit();
  }

  /** Compares with the checksum of the whole header, in which the checksum itself counts as 0. */
  private static boolean isChecksumGood(ByteBuffer slice, int at) {
    byte[] header = new byte[slice.limit()];
    slice.get(0, header);
    Arrays.fill(header, at, at + CHECKSUM_BYTES, (byte) 0);
    CRC32C checksum = new CRC32C();
    checksum.update(header);
    return checksum.getValue() == (slice.getInt(at) & INT_MASK);
  }

  /** Returns what the bytes are. */
  public Status status() {
    return status;
  }

  /** Returns the number of bytes of a complete header. */
  public int length() {
    return length;
  }

  /**
   * Returns the client's address, of 4 or 16 bytes; null if the balancer names none: the connection
   * is then its own, for example a health check.
   */
  public byte @Nullable [] source() {
    return source == null ? null : source.clone();
  }

  /** Returns the client's port, 0 where there is no address. */
  public int sourcePort() {
    return sourcePort;
  }
}
