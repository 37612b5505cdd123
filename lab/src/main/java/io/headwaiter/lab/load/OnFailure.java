package io.headwaiter.lab.load;

/** What a customer does when a connection or a request fails. Part of every result. */
public enum OnFailure {
  /** Leaves for good. */
  GIVE_UP,
  /** Asks for the same page again, in the same session and with its TLS session if it has one. */
  RETRY_SAME_SESSION,
  /** Leaves, and comes back as somebody the server has never seen. */
  COME_BACK_AS_NEW
}
