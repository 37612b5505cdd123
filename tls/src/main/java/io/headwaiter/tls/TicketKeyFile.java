package io.headwaiter.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The contents of a file of ticket secrets. Each line has one secret of 64 hexadecimal digits, as
 * {@code openssl rand -hex 32} prints it; empty lines and lines that begin with {@code #} are
 * skipped. The first secret encrypts new tickets, and all of them decrypt old ones; at most {@value
 * #SECRETS_MAX}.
 *
 * <p>To change the secret, put the new line below the old one on every node. When all nodes have
 * it, put it on top everywhere. Two periods later, remove the old one. Another order makes tickets
 * that some node cannot decrypt. Write a new file each time and rename it over the old one, or let
 * its last line be {@value #END}. Otherwise a file that is being written cannot be told from a
 * complete one.
 *
 * <p>The file may be a link. {@link KeyFileOwner} says which users may have rights on it.
 *
 * @param secrets from 1 to {@value #SECRETS_MAX}
 * @param isEnded whether its last line that is not empty is {@value #END}
 */
record TicketKeyFile(List<TicketSecret> secrets, boolean isEnded) {
  static final int SECRETS_MAX = 4;
  static final String END = "# end";
  private static final int BYTES_MAX = 16_384;
  private static final Pattern SECRET = Pattern.compile("[0-9a-fA-F]{64}");

  /** Attributes that differ if the file is another one or has changed. */
  record State(long modifiedMillis, long size, Object key) {
    /** Returns the state of a file, or of the target of a link; empty if it cannot be read. */
    static Optional<State> of(Path file) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return Optional.of(
            new State(
                attributes.lastModifiedTime().toMillis(), attributes.size(), attributes.fileKey()));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * Reads the secrets.
   *
   * @throws IOException with a sentence that says what is wrong and what is allowed, and nothing of
   *     the file's contents
   */
  static TicketKeyFile read(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IOException(
          "The ticket key file "
              + file
              + " cannot be read. It must be a file that this process may read, with a secret"
              + " of 64 hexadecimal digits on a line.");
    }
    KeyFileOwner.check(file);
    Optional<State> before = State.of(file);
    String text = textOf(file);
    if (!before.equals(State.of(file))) {
      throw new IOException(
          "The ticket key file "
              + file
              + " has changed while it was read. Write another file, and rename it: mv new "
              + file);
    }
    return parse(file, text);
  }

  private static String textOf(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw new IOException(
            "The ticket key file "
                + file
                + " has "
                + Files.size(file)
                + " bytes; allowed is at most "
                + BYTES_MAX
                + ".");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private static TicketKeyFile parse(Path file, String content) throws IOException {
    List<TicketSecret> secrets = new ArrayList<>(SECRETS_MAX);
    boolean isEnded = false;
    int number = 0;
    for (String line : content.split("\n", -1)) {
      number++;
      String text = line.strip();
      if (text.isEmpty()) {
        continue;
      }
      isEnded = text.equals(END);
      if (!text.startsWith("#")) {
        secrets.add(secret(file, number, text));
      }
    }
    if (secrets.isEmpty() || secrets.size() > SECRETS_MAX) {
      throw new IOException(
          "The ticket key file "
              + file
              + " has "
              + secrets.size()
              + " secrets; allowed is from 1 to "
              + SECRETS_MAX
              + ", one on each line. The first encrypts, all decrypt.");
    }
    return new TicketKeyFile(List.copyOf(secrets), isEnded);
  }

  private static TicketSecret secret(Path file, int line, String text) throws IOException {
    if (!SECRET.matcher(text).matches()) {
      throw new IOException(
          "Line "
              + line
              + " of the ticket key file "
              + file
              + " is not a secret of 64 hexadecimal digits, as"
              + " \"openssl rand -hex 32\" prints it.");
    }
    return new TicketSecret(HexFormat.of().parseHex(text));
  }
}
