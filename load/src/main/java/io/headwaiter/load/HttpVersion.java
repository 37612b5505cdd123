package io.headwaiter.load;

import java.util.List;

/** The version of HTTP that a client speaks. */
public enum HttpVersion {
  /** One request after another on a connection; several connections for what a page embeds. */
  HTTP_1_1,
  /** One connection for a visit, on which requests are streams. */
  HTTP_2;

  /** Returns how many files of a page a browser fetches at a time: connections, or streams. */
  public int browserFetches() {
    return this == HTTP_2 ? 100 : 6;
  }

  /** Returns the names that a client offers by ALPN; none if it leaves ALPN out. */
  List<String> applicationProtocols() {
    return this == HTTP_2 ? List.of("h2") : List.of();
  }
}
