package io.headwaiter.apps.supplier;

import java.io.Serial;

/**
 * A service that the supplier calls does not answer, or not as agreed. Its client then gets 503;
 * the message is for the log.
 */
public final class ServiceFailure extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates a failure with a sentence. */
  public ServiceFailure(String sentence) {
    super(sentence);
  }

  /** Creates a failure with a sentence and what it came from. */
  public ServiceFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
