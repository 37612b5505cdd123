package io.headwaiter.core.hello;

/**
 * The positions of the fields of one hello within its handshake message. {@link MessageReader}
 * fills them once; they do not change after they are handed to a {@link ClientHello}. Lengths are
 * in bytes; -1 as a length or count means that the extension is absent.
 */
final class HelloFields {
  static final int ABSENT = -1;

  int legacyVersion;
  int sessionIdAt;
  int sessionIdLength;
  int suitesAt;
  int suitesLength;
  int ticketAt;
  int ticketLength = ABSENT;
  int hostAt;
  int hostLength = ABSENT;
  int alpnAt;
  int alpnLength = ABSENT;
  int versionsAt;
  int versionsLength = ABSENT;
  int pskModesAt;
  int pskModesLength = ABSENT;
  int identitiesAt;
  int identityCount = ABSENT;
  boolean earlyData;
  boolean extendedMasterSecret;
  boolean encryptedClientHello;
}
