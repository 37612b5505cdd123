package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;

/** How long a request keeps a connection. */
@UserApi
public enum HoldingPolicy {
  /** The connection is given back whenever the application closes it. */
  TRANSACTION,
  /** It is kept until the request ends, unless it is reclaimed (see {@link HoldingOptions}). */
  REQUEST,
  /** It is kept where keeping it costs others less than taking it again costs the request. */
  ADAPTIVE
}
