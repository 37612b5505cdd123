package io.headwaiter.load;

/** The reaction of a customer to a failed connection or request. Part of every result. */
public enum OnFailure {
  /** Leaves for good. */
  GIVE_UP,
  /** Asks for the same page again, in the same visit and with its TLS session if it has one. */
  RETRY_SAME_SESSION,
  /** Leaves, and comes back as a new customer, without cookies and TLS session. */
  COME_BACK_AS_NEW
}
