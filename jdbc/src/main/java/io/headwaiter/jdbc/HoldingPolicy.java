package io.headwaiter.jdbc;

/** How long a request has a connection. */
public enum HoldingPolicy {
  /** It is given back whenever the application closes it. */
  TRANSACTION,
  /** It is kept from its first use to the end of the request. */
  REQUEST,
  /** It is kept where keeping costs others less than taking it again costs the request. */
  ADAPTIVE
}
