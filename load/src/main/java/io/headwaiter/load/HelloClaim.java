package io.headwaiter.load;

/** The claim of a replayed hello; no claim is true. */
public enum HelloClaim {
  /** A new connection with TLS 1.3 and 1.2. */
  NONE,
  /** A claimed resumption of TLS 1.2 by session id: 32 random bytes. */
  SESSION_ID,
  /** A claimed resumption of TLS 1.2 by ticket: 192 random bytes. */
  TICKET,
  /** A claimed resumption of TLS 1.3 by pre-shared key: 32 random bytes as identity. */
  PSK
}
