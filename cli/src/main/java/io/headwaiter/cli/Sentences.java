package io.headwaiter.cli;

import java.sql.SQLException;

/** Turns a failure into one sentence for the user at a terminal. */
final class Sentences {
  private Sentences() {}

  static String of(Throwable failure) {
    if (failure instanceof SQLException) {
      return "The database does not answer as it should: " + failure.getMessage();
    }
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return "Unexpected " + failure.getClass().getName() + ". Please report it with the log.";
    }
    return message;
  }
}
