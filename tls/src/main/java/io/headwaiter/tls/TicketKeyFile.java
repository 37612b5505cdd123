package io.headwaiter.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file of ticket secrets: one of 64 hexadecimal digits on each line, as {@code openssl rand -hex
 * 32} prints it; empty lines and lines that begin with {@code #} are skipped. The first secret
 * encrypts new tickets, all of them open old ones; at most {@value #SECRETS_MAX}. To change the
 * secret, put a new line on top on every node and take the old one away a day or two later.
 *
 * <p>Nobody but the owner of the file may have any right on it.
 */
final class TicketKeyFile {
  static final int SECRETS_MAX = 4;
  private static final long BYTES_MAX = 16_384;
  private static final Pattern SECRET = Pattern.compile("[0-9a-fA-F]{64}");

  private TicketKeyFile() {}

  /**
   * Reads the secrets.
   *
   * @throws IOException with a sentence that says what is wrong and what is allowed, and nothing of
   *     what is in the file
   */
  static List<TicketSecret> read(Path file) throws IOException {
    checkFile(file);
    List<TicketSecret> secrets = new ArrayList<>(SECRETS_MAX);
    int number = 0;
    for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      number++;
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      if (!SECRET.matcher(text).matches()) {
        throw new IOException(
            "Line "
                + number
                + " of the ticket key file "
                + file
                + " is not a secret of 64 hexadecimal digits, as"
                + " \"openssl rand -hex 32\" prints it.");
      }
      secrets.add(new TicketSecret(HexFormat.of().parseHex(text)));
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
    return secrets;
  }

  private static void checkFile(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IOException(
          "The ticket key file "
              + file
              + " cannot be read. It must be a file that this process may read, with a secret"
              + " of 64 hexadecimal digits on a line.");
    }
    if (Files.size(file) > BYTES_MAX) {
      throw new IOException(
          "The ticket key file "
              + file
              + " has "
              + Files.size(file)
              + " bytes; allowed is at most "
              + BYTES_MAX
              + ".");
    }
    checkPermissions(file);
  }

  // Where there are no such permissions, the folder's have to do.
  private static void checkPermissions(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
    others.addAll(permissions);
    others.removeAll(
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE));
    if (!others.isEmpty()) {
      throw new IOException(
          "The ticket key file "
              + file
              + " has the permissions "
              + PosixFilePermissions.toString(permissions)
              + ", but who reads it can read recorded connections. Only its owner may have any: chmod 600 "
              + file);
    }
  }
}
