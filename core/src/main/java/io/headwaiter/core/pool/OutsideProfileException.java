package io.headwaiter.core.pool;

/** Thrown for sizes or a mix that the profile does not cover. */
public final class OutsideProfileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutsideProfileException(String reason) {
    super(reason);
  }
}
