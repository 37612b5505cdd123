package io.headwaiter.load;

import java.util.List;

/** The protocol versions that a client offers. */
public enum TlsVersions {
  TLS_1_2,
  TLS_1_3,
  /** Offers both; the server chooses. */
  BOTH;

  /** Returns the protocol names as JSSE writes them. */
  public List<String> protocols() {
    return switch (this) {
      case TLS_1_2 -> List.of("TLSv1.2");
      case TLS_1_3 -> List.of("TLSv1.3");
      case BOTH -> List.of("TLSv1.2", "TLSv1.3");
    };
  }
}
