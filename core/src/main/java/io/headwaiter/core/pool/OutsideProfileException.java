package io.headwaiter.core.pool;

/** Somebody asked for sizes or a mix about which the profile says nothing. */
public final class OutsideProfileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutsideProfileException(String reason) {
    super(reason);
  }
}
