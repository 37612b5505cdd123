package io.headwaiter.lab.load;

/** What a replayed hello says about itself; none of it is true. */
public enum HelloClaim {
  /** A new customer who speaks TLS 1.3 and 1.2. */
  NONE,
  /** A customer of TLS 1.2 who wants to resume a session by its id: 32 random bytes. */
  SESSION_ID,
  /** A customer of TLS 1.2 who wants to resume by a ticket: 192 random bytes. */
  TICKET,
  /** A customer of TLS 1.3 who wants to resume by a pre-shared key: 32 random bytes as identity. */
  PSK
}
