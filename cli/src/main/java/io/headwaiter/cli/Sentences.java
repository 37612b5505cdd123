package io.headwaiter.cli;

import java.sql.SQLException;

/** Turns a failure into the one sentence that a person at a terminal wants to read. */
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
