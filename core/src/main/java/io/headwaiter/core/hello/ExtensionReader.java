package io.headwaiter.core.hello;

import org.jspecify.annotations.Nullable;

/**
 * Reads the extensions that Headwaiter uses, and rejects a second one of the same type. It reads
 * each completely, except encrypted_client_hello, which it only notes. It skips all other types
 * unread.
 */
final class ExtensionReader {
  private static final int HOST_NAME = 0;
  private static final int BINDER_BYTES_MIN = 32;

  private final byte[] message;
  private final HelloFields fields;
  private long seen; // one bit for each type read here

  ExtensionReader(byte[] message, HelloFields fields) {
    this.message = message;
    this.fields = fields;
  }

  void read(int type, int from, int length) throws DefectException {
    HelloDefect defect = defectOf(type);
    if (defect == null) {
      return; // GREASE, padding, key shares and others: not used here, so never a defect
    }
    refuseSecond(type);
    ByteReader content = new ByteReader(message, from, from + length, defect);
    switch (type) {
      case TlsConstants.EXT_SERVER_NAME -> readServerName(content);
      case TlsConstants.EXT_ALPN -> readAlpn(content);
      case TlsConstants.EXT_SESSION_TICKET -> readTicket(content);
      case TlsConstants.EXT_EXTENDED_MASTER_SECRET -> readExtendedMasterSecret(content);
      case TlsConstants.EXT_PRE_SHARED_KEY -> readPreSharedKey(content);
      case TlsConstants.EXT_EARLY_DATA -> readEarlyData(content);
      case TlsConstants.EXT_SUPPORTED_VERSIONS -> readVersions(content);
      case TlsConstants.EXT_PSK_MODES -> readPskModes(content);
      default -> fields.encryptedClientHello = true; // its content is for the holder of the key
    }
  }

  /**
   * Returns the defect of a malformed extension of this type; null if the type is not read here.
   */
  private static @Nullable HelloDefect defectOf(int type) {
    return switch (type) {
      case TlsConstants.EXT_SERVER_NAME -> HelloDefect.BAD_SERVER_NAME;
      case TlsConstants.EXT_ALPN -> HelloDefect.BAD_ALPN;
      case TlsConstants.EXT_SESSION_TICKET,
          TlsConstants.EXT_EXTENDED_MASTER_SECRET,
          TlsConstants.EXT_ENCRYPTED_CLIENT_HELLO ->
          HelloDefect.BAD_EXTENSIONS;
      case TlsConstants.EXT_PRE_SHARED_KEY -> HelloDefect.BAD_PRE_SHARED_KEY;
      case TlsConstants.EXT_EARLY_DATA -> HelloDefect.BAD_EARLY_DATA;
      case TlsConstants.EXT_SUPPORTED_VERSIONS -> HelloDefect.BAD_SUPPORTED_VERSIONS;
      case TlsConstants.EXT_PSK_MODES -> HelloDefect.BAD_PSK_MODES;
      default -> null;
    };
  }

  private void refuseSecond(int type) throws DefectException {
    long bit = 1L << type; // a shift counts modulo 64, and the types here differ modulo 64
    if ((seen & bit) != 0) {
      throw DefectException.of(HelloDefect.DUPLICATE_EXTENSION);
    }
    seen |= bit;
  }

  /** RFC 6066 section 3: a list of names with at most one of each type. */
  private void readServerName(ByteReader extension) throws DefectException {
    ByteReader names = extension.wholeList16();
    while (names.hasMore()) {
      int type = names.u8();
      int length = names.u16();
      int from = names.skip(length);
      if (type == HOST_NAME) {
        keepHostName(from, length);
      }
    }
  }

  private void keepHostName(int from, int length) throws DefectException {
    if (fields.hostLength != HelloFields.ABSENT) {
      throw DefectException.of(HelloDefect.BAD_SERVER_NAME);
    }
    if (!HostName.isValid(message, from, length)) {
      throw DefectException.of(HelloDefect.BAD_HOST_NAME);
    }
    fields.hostAt = from;
    fields.hostLength = length;
  }

  /** RFC 7301 section 3.1: a list of non-empty names. */
  private void readAlpn(ByteReader extension) throws DefectException {
    ByteReader names = extension.wholeList16();
    fields.alpnAt = names.at();
    fields.alpnLength = names.remaining();
    while (names.hasMore()) {
      names.skip(atLeast(1, names.u8(), HelloDefect.BAD_ALPN));
    }
  }

  /**
   * RFC 5077 section 3.2: the ticket is the whole extension; empty means "tickets are accepted".
   */
  private void readTicket(ByteReader extension) {
    fields.ticketAt = extension.at();
    fields.ticketLength = extension.remaining();
  }

  /** RFC 7627 section 5.1: it has no content. */
  private void readExtendedMasterSecret(ByteReader extension) throws DefectException {
    extension.requireEnd();
    fields.extendedMasterSecret = true;
  }

  /** RFC 8446 section 4.2.11: identities, then one binder for each of them. */
  private void readPreSharedKey(ByteReader extension) throws DefectException {
    ByteReader identities = extension.range(extension.u16(), HelloDefect.BAD_PRE_SHARED_KEY);
    fields.identitiesAt = identities.at();
    int identityCount = 0;
    while (identities.hasMore()) {
      identities.skip(atLeast(1, identities.u16(), HelloDefect.BAD_PRE_SHARED_KEY));
      identities.skip(TlsConstants.TICKET_AGE_BYTES);
      identityCount++;
    }
    ByteReader binders = extension.wholeList16();
    int binderCount = 0;
    while (binders.hasMore()) {
      binders.skip(atLeast(BINDER_BYTES_MIN, binders.u8(), HelloDefect.BAD_PRE_SHARED_KEY));
      binderCount++;
    }
    if (identityCount != binderCount) { // a list of binders is not empty, so neither are the ids
      throw DefectException.of(HelloDefect.BAD_PRE_SHARED_KEY);
    }
    fields.identityCount = identityCount;
  }

  private void readEarlyData(ByteReader extension) throws DefectException {
    extension.requireEnd();
    fields.earlyData = true;
  }

  private void readVersions(ByteReader extension) throws DefectException {
    ByteReader versions = extension.wholeList8();
    if (versions.remaining() % 2 != 0) {
      throw DefectException.of(HelloDefect.BAD_SUPPORTED_VERSIONS);
    }
    fields.versionsAt = versions.at();
    fields.versionsLength = versions.remaining();
  }

  private void readPskModes(ByteReader extension) throws DefectException {
    ByteReader modes = extension.wholeList8();
    fields.pskModesAt = modes.at();
    fields.pskModesLength = modes.remaining();
  }

  private static int atLeast(int least, int length, HelloDefect defect) throws DefectException {
    if (length < least) {
      throw DefectException.of(defect);
    }
    return length;
  }
}
