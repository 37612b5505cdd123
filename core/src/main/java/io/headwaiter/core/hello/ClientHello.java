package io.headwaiter.core.hello;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One well-formed ClientHello: an immutable value that owns a copy of its handshake message. Fields
 * are decoded when asked for; arrays returned are fresh copies. All values are claims of the client
 * and prove nothing.
 *
 * <p>Lists are cut off at {@value #EXPOSED_MAX} entries, that of cipher suites at {@value
 * #SUITES_EXPOSED_MAX}, because a client chooses their length. GREASE values (RFC 8701) are left
 * out of cipher suites, versions and protocol names.
 */
public final class ClientHello {
  /** The most identities, protocol names, versions and key exchange modes that are exposed. */
  public static final int EXPOSED_MAX = 16;

  /** The most cipher suites that are exposed, more than any library offers. */
  public static final int SUITES_EXPOSED_MAX = 256;

  private static final byte[] EMPTY = {};

  private final byte[] message;
  private final HelloFields fields;
  private final int recordCount;
  private final int receivedLength;

  ClientHello(byte[] message, HelloFields fields, int recordCount, int receivedLength) {
    this.message = message;
    this.fields = fields;
    this.recordCount = recordCount;
    this.receivedLength = receivedLength;
  }

  /**
   * The legacy_version field: 0x0301 for TLS 1.0 up to 0x0303 for TLS 1.2 and newer. A client may
   * send any other value from 0x0301 to 0x03ff.
   */
  public int legacyVersion() {
    return fields.legacyVersion;
  }

  /** The legacy_session_id field, 0 to 32 bytes. */
  public byte[] sessionId() {
    return copy(fields.sessionIdAt, fields.sessionIdLength);
  }

  /** Length of the legacy_session_id field, 0 to 32 bytes. */
  public int sessionIdLength() {
    return fields.sessionIdLength;
  }

  /** The cipher suites offered, in the client's order, as the IANA registry numbers them. */
  public int[] cipherSuites() {
    return numbers(fields.suitesAt, fields.suitesLength, SUITES_EXPOSED_MAX);
  }

  /** Whether the session_ticket extension (RFC 5077) is present, empty or not. */
  public boolean hasTicketExtension() {
    return fields.ticketLength != HelloFields.ABSENT;
  }

  /** The TLS 1.2 session ticket; empty if there is none. */
  public byte[] sessionTicket() {
    return copy(fields.ticketAt, sessionTicketLength());
  }

  /** Length of the TLS 1.2 session ticket in bytes; 0 if there is none. */
  public int sessionTicketLength() {
    return Math.max(0, fields.ticketLength);
  }

  /** Whether the extended_master_secret extension (RFC 7627) is present. */
  public boolean offersExtendedMasterSecret() {
    return fields.extendedMasterSecret;
  }

  /** Whether the pre_shared_key extension is present. */
  public boolean hasPreSharedKey() {
    return fields.identityCount != HelloFields.ABSENT;
  }

  /** The number of pre-shared key identities in the hello; may exceed {@link #EXPOSED_MAX}. */
  public int pskIdentityCount() {
    return Math.max(0, fields.identityCount);
  }

  /**
   * One pre-shared key identity.
   *
   * @param index 0 to the smaller of {@link #pskIdentityCount()} and {@link #EXPOSED_MAX},
   *     exclusive
   * @throws IndexOutOfBoundsException if the index is out of its range
   */
  public byte[] pskIdentity(int index) {
    int exposed = Math.min(pskIdentityCount(), EXPOSED_MAX);
    if (index < 0 || index >= exposed) {
      throw new IndexOutOfBoundsException(
          "PSK identity %d asked for, %d are exposed".formatted(index, exposed));
    }
    int at = fields.identitiesAt;
    for (int i = 0; i < index; i++) {
      at += 2 + TlsConstants.u16(message, at) + TlsConstants.TICKET_AGE_BYTES;
    }
    return copy(at + 2, TlsConstants.u16(message, at));
  }

  /** The pre-shared key identities in the client's order, the first {@value #EXPOSED_MAX}. */
  public List<byte[]> pskIdentities() {
    int count = Math.min(pskIdentityCount(), EXPOSED_MAX);
    byte[][] identities = new byte[count][];
    int at = fields.identitiesAt;
    for (int i = 0; i < count; i++) {
      int length = TlsConstants.u16(message, at);
      identities[i] = copy(at + 2, length);
      at += 2 + length + TlsConstants.TICKET_AGE_BYTES;
    }
    return List.of(identities);
  }

  /** Whether the psk_key_exchange_modes extension is present. */
  public boolean hasPskModes() {
    return fields.pskModesLength != HelloFields.ABSENT;
  }

  /** The psk_key_exchange_modes (RFC 8446 section 4.2.9): 0 is psk_ke, 1 is psk_dhe_ke. */
  public int[] pskModes() {
    int count = Math.min(Math.max(0, fields.pskModesLength), EXPOSED_MAX);
    int[] modes = new int[count];
    for (int i = 0; i < count; i++) {
      modes[i] = message[fields.pskModesAt + i] & 0xff;
    }
    return modes;
  }

  /** Whether psk_key_exchange_modes contains psk_dhe_ke, at any position. */
  public boolean offersPskDheKe() {
    int end = fields.pskModesAt + fields.pskModesLength;
    for (int at = fields.pskModesAt; at < end; at++) {
      if (message[at] == TlsConstants.PSK_DHE_KE) {
        return true;
      }
    }
    return false;
  }

  /** The supported_versions extension in the client's order; empty if it is absent. */
  public int[] supportedVersions() {
    return numbers(fields.versionsAt, fields.versionsLength, EXPOSED_MAX);
  }

  /** Whether supported_versions contains TLS 1.3. */
  public boolean offersTls13() {
    int end = fields.versionsAt + fields.versionsLength;
    for (int at = fields.versionsAt; at < end; at += 2) {
      if (TlsConstants.u16(message, at) == TlsConstants.VERSION_TLS13) {
        return true;
      }
    }
    return false;
  }

  /** The host name of server_name, valid and in lower case, at most 255 characters. */
  public Optional<String> serverName() {
    return fields.hostLength == HelloFields.ABSENT
        ? Optional.empty()
        : Optional.of(HostName.lowerCase(message, fields.hostAt, fields.hostLength));
  }

  /**
   * The application protocols offered (RFC 7301), in the client's order. Their bytes are opaque and
   * represented as ISO-8859-1: escape them before they are printed.
   */
  public List<String> alpnProtocols() {
    List<String> names = new ArrayList<>(4);
    int at = fields.alpnAt;
    int end = fields.alpnAt + fields.alpnLength;
    while (at < end && names.size() < EXPOSED_MAX) {
      int length = message[at] & 0xff;
      if (length != 2 || !TlsConstants.isGrease(TlsConstants.u16(message, at + 1))) {
        names.add(new String(message, at + 1, length, StandardCharsets.ISO_8859_1));
      }
      at += 1 + length;
    }
    return List.copyOf(names);
  }

  /** Whether the client announces 0-RTT data. */
  public boolean earlyData() {
    return fields.earlyData;
  }

  /** Whether the encrypted_client_hello extension is present, real or GREASE. */
  public boolean encryptedClientHello() {
    return fields.encryptedClientHello;
  }

  /** The number of TLS records that carried the hello, at least 1. */
  public int recordCount() {
    return recordCount;
  }

  /** The handshake message, including its four header bytes, without the records around it. */
  public byte[] message() {
    return message.clone();
  }

  /** Length of the handshake message in bytes, including its four header bytes. */
  public int messageLength() {
    return message.length;
  }

  /** The number of bytes that the hello occupies on the connection, including record headers. */
  public int receivedLength() {
    return receivedLength;
  }

  /** The two-byte numbers in a list, without GREASE; none if its length is negative. */
  private int[] numbers(int from, int length, int max) {
    int[] numbers = new int[Math.max(0, Math.min(length / 2, max))];
    int count = 0;
    for (int at = from; at < from + length && count < numbers.length; at += 2) {
      int number = TlsConstants.u16(message, at);
      if (!TlsConstants.isGrease(number)) {
        numbers[count++] = number;
      }
    }
    return Arrays.copyOf(numbers, count);
  }

  private byte[] copy(int from, int length) {
    return length == 0 ? EMPTY : Arrays.copyOfRange(message, from, from + length);
  }
}
