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
 * What is in a file of ticket secrets: one of 64 hexadecimal digits on each line, as {@code openssl
 * rand -hex 32} prints it; empty lines and lines that begin with {@code #} are skipped. The first
 * secret encrypts new tickets, all of them open old ones; at most {@value #SECRETS_MAX}.
 *
 * <p>To change the secret: put the new line below the old one on every node; when all have it, put
 * it on top everywhere; two periods later take the old one away. Another order makes tickets that
 * some node cannot open. Write a new file each time and rename it over the old one, or let its last
 * line be {@value #END}: only so a file that is being written is known from one that is whole.
 *
 * <p>The file may be a link. {@link KeyFileOwner} says which users may have rights on it.
 *
 * @param secrets from 1 to {@value #SECRETS_MAX}
 * @param isEnded whether its last line says that nothing more comes
 */
record TicketKeyFile(List<TicketSecret> secrets, boolean isEnded) {
  static final int SECRETS_MAX = 4;
  static final String END = "# end";
  private static final int BYTES_MAX = 16_384;
  private static final Pattern SECRET = Pattern.compile("[0-9a-fA-F]{64}");

  /** By what a file is known to be another one, or another than it was. */
  record State(long modifiedMillis, long size, Object key) {
    /** Of a file, or of what a link leads to; empty if it cannot be read. */
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
   *     what is in the file
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
