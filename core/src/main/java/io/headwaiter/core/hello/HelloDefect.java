package io.headwaiter.core.hello;

/** The reasons why the first bytes of a connection are no acceptable ClientHello. */
public enum HelloDefect {
  /** The client speaks HTTP without TLS. */
  PLAIN_HTTP("The client sent a plain HTTP request to a TLS port."),
  /** A load balancer announces the client's address first. */
  PROXY_PROTOCOL("The connection opens with a PROXY protocol header, which is not expected here."),
  /** A connection from a balancer that must begin with a header, and does not. */
  PROXY_HEADER_MISSING("The balancer sent no header of the PROXY protocol, version 2."),
  /** Such a header that is not as it must be. */
  BAD_PROXY_HEADER("The balancer's header of the PROXY protocol is malformed or too long."),
  /** A hello in the framing of SSL 2.0. */
  SSLV2("The hello is framed as SSL 2.0, which is not supported."),
  /** None of the protocols known here. */
  NOT_TLS("The first bytes are not TLS."),
  /** A TLS record, but an alert, application data or the like. */
  NOT_HANDSHAKE("The first TLS record is not a handshake record."),
  /** A record header that does not say version 3.x. */
  BAD_RECORD_VERSION("A TLS record names a major version other than 3."),
  /** A handshake record without content. */
  EMPTY_RECORD("A handshake record is empty."),
  /** A record over 2^14 bytes. */
  RECORD_TOO_LONG("A TLS record claims more than 16384 bytes."),
  /** Another content type before the hello was complete. */
  INTERRUPTED("Another kind of TLS record interrupts the hello."),
  /** A handshake message of another type. */
  NOT_CLIENT_HELLO("The first handshake message is not a ClientHello."),
  /** The record contains more bytes after the hello. */
  TRAILING_BYTES("The last record of the hello contains bytes after the hello."),
  /** More bytes than {@link HelloLimits#helloBytesMax()}. */
  TOO_LARGE("The hello is larger than the limit."),
  /** More records than {@link HelloLimits#recordsMax()}. */
  TOO_MANY_RECORDS("The hello is spread over more TLS records than the limit."),
  /** SSL 3.0 or no 3.x version at all. */
  BAD_VERSION("The hello's version is not TLS 1.0 or newer."),
  /** A field overruns the message, or bytes are left after the last field. */
  LENGTH_MISMATCH("The lengths inside the hello do not add up to its length."),
  /** A session id over 32 bytes. */
  SESSION_ID_TOO_LONG("The session id is longer than 32 bytes."),
  /** No cipher suites, or an odd number of bytes. */
  BAD_CIPHER_SUITES("The list of cipher suites is empty or of odd length."),
  /** No compression method, not even "null". */
  BAD_COMPRESSION("The list of compression methods is empty."),
  /** An extension overruns the list of extensions, or must be empty and is not. */
  BAD_EXTENSIONS("The lengths inside the list of extensions do not add up."),
  /** One of the extensions read here appears twice. */
  DUPLICATE_EXTENSION("An extension appears twice."),
  /** RFC 8446 section 4.2.11 requires pre_shared_key to be last. */
  PSK_NOT_LAST("The pre_shared_key extension is not the last one."),
  /** A malformed server_name extension. */
  BAD_SERVER_NAME("The server_name extension is malformed."),
  /** A server name that is no host name. */
  BAD_HOST_NAME("The server name is not a host name of letters, digits and hyphens."),
  /** A malformed ALPN extension. */
  BAD_ALPN("The application_layer_protocol_negotiation extension is malformed."),
  /** A malformed supported_versions extension. */
  BAD_SUPPORTED_VERSIONS("The supported_versions extension is malformed."),
  /** A malformed psk_key_exchange_modes extension. */
  BAD_PSK_MODES("The psk_key_exchange_modes extension is malformed."),
  /** A malformed pre_shared_key extension. */
  BAD_PRE_SHARED_KEY("The pre_shared_key extension is malformed."),
  /** An early_data extension with content. */
  BAD_EARLY_DATA("The early_data extension of a hello must be empty.");

  private final String sentence;

  HelloDefect(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the defect as one English sentence for a log or a report. */
  public String sentence() {
    return sentence;
  }
}
