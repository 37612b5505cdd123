package io.headwaiter.core.pool.profile;

/** Thrown for sizes or a mix that the profile does not cover. */
public final class OutsideProfileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OutsideProfileException(String reason) {
    super(reason);
  }
}
