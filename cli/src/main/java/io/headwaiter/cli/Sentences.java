package io.headwaiter.cli;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.sql.SQLException;

/** Turns a failure into one sentence for the user at a terminal, without passwords. */
final class Sentences {
  private Sentences() {}

  static String of(Throwable failure) {
    return Secrets.masked(unmasked(failure));
  }

  private static String unmasked(Throwable failure) {
    if (failure instanceof SQLException) {
      return "The database does not answer as it should: " + failure.getMessage();
    }
    if (failure instanceof FileSystemException file) {
      return ofFile(file);
    }
    if (failure instanceof CharacterCodingException) {
      return "A file that should be text is none. Is it packed, or of another kind?";
    }
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return "Unexpected " + failure.getClass().getName() + ". Please report it with the log.";
    }
    return message;
  }

  /** The JDK's message is a path, and mostly nothing else. */
  private static String ofFile(FileSystemException failure) {
    String file = failure.getFile();
    if (failure instanceof NoSuchFileException) {
      return file + " does not exist. Is the name right, and is its folder there?";
    }
    if (failure instanceof AccessDeniedException) {
      return file + " may not be read or written by this user. Choose another place.";
    }
    if (failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException) {
      return file + " is there already and is no folder. Choose another name.";
    }
    return file + " cannot be used: " + failure.getReason() + ".";
  }
}
