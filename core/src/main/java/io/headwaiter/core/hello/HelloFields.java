package io.headwaiter.core.hello;

/**
 * Where the fields of one hello are within its handshake message. Filled once by {@link
 * MessageReader}, not changed after it was handed to a {@link ClientHello}. Lengths are in bytes;
 * -1 as a length means that the extension is absent.
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
