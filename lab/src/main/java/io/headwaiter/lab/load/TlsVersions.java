package io.headwaiter.lab.load;

import java.util.List;

/** Which protocol versions a client offers. */
public enum TlsVersions {
  TLS_1_2(List.of("TLSv1.2")),
  TLS_1_3(List.of("TLSv1.3")),
  /** Offers both; the server chooses. */
  BOTH(List.of("TLSv1.2", "TLSv1.3"));

  private final List<String> protocols;

  TlsVersions(List<String> protocols) {
    this.protocols = protocols;
  }

  /** Protocol names as JSSE writes them. */
  public List<String> protocols() {
    return protocols;
  }
}
