package io.headwaiter.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes the secret in a file that several nodes share, in three steps, so that at each time every
 * node can decrypt every ticket:
 *
 * <ol>
 *   <li>{@link #append}: a second secret, with which all nodes learn to decrypt.
 *   <li>{@link #promote}, when all nodes have read the file: the second secret moves to the top,
 *       and encrypts.
 *   <li>{@link #drop}, when the tickets under the old secret have expired: the old one goes.
 * </ol>
 *
 * <p>A step that is out of order or too early is refused, and leaves the file as it was. The file
 * notes its last step in a comment. It is written as a whole beside the old one and renamed over
 * it, with the same permissions and group, so that a node reads the old one or the new one.
 *
 * <p>Not thread-safe. A second process that changes the same file at the same time is refused.
 */
public final class TicketKeyRotation {
  private static final String STEP = "# step: ";
  private static final String CREATE = "new";
  private static final String APPEND = "append";
  private static final String PROMOTE = "promote";
  private static final String DROP = "drop";
  private static final Set<String> STEPS = Set.of(CREATE, APPEND, PROMOTE, DROP);
  private static final String FOR_ITS_USER_ONLY = "rw-------";

  private final Path file;
  private final InstantSource clock;
  private final SecureRandom random;

  /** The contents of a file; step and time are null if another program wrote it. */
  private record Content(
      List<TicketSecret> secrets, @Nullable String step, @Nullable Instant since) {}

  /** The secrets after a step, or a refusal of it. */
  @FunctionalInterface
  private interface Secrets {
    List<TicketSecret> make() throws IOException;
  }

  /**
   * Prepares changes of a file, and reads nothing yet.
   *
   * @param clock tells how long ago a step was made
   */
  public TicketKeyRotation(Path file, InstantSource clock, SecureRandom random) {
    this.file = file;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Makes the file, with one secret.
   *
   * @return the fingerprints of its secrets; the first encrypts
   * @throws IOException with a sentence if there is a file, or it cannot be written
   */
  public List<String> create() throws IOException {
    return change(
        CREATE,
        () -> {
          requireAbsent();
          return List.of(TicketSecret.random(random));
        });
  }

  /**
   * Adds a secret that decrypts only.
   *
   * @return the fingerprints of its secrets; the first encrypts
   * @throws IOException with a sentence if the last change is not finished, or the file cannot be
   *     read or written
   */
  public List<String> append() throws IOException {
    return change(
        APPEND,
        () -> {
          Content now = read();
          if (now.secrets().size() > 1) {
            throw new IOException(
                "%s has %d secrets, so a change of the secret is under way. Finish it with %s first."
                    .formatted(
                        file, now.secrets().size(), APPEND.equals(now.step()) ? PROMOTE : DROP));
          }
          return List.of(now.secrets().get(0), TicketSecret.random(random));
        });
  }

  /**
   * Lets the added secret encrypt, and the old one decrypt only.
   *
   * @param sinceAppend how long ago the secret must have been added at least, so that all nodes
   *     have read it
   * @return the fingerprints of its secrets; the first encrypts
   * @throws IOException with a sentence if it is too early, if none was added, or the file cannot
   *     be read or written
   */
  public List<String> promote(Duration sinceAppend) throws IOException {
    return change(
        PROMOTE,
        () -> {
          Content now = read();
          require(
              now, APPEND, PROMOTE, sinceAppend, "so that all servers have read the added secret");
          return List.of(now.secrets().get(1), now.secrets().get(0));
        });
  }

  /**
   * Removes the old secret.
   *
   * @param sincePromote how long ago the new one must have been promoted at least: two periods of
   *     {@link TicketKeys}, in which tickets under the old secret expire
   * @return the fingerprint of the one that is left
   * @throws IOException with a sentence if it is too early, if none was promoted, or the file
   *     cannot be read or written
   */
  public List<String> drop(Duration sincePromote) throws IOException {
    return change(
        DROP,
        () -> {
          Content now = read();
          require(
              now,
              PROMOTE,
              DROP,
              sincePromote,
              "so that tickets under the old secret have expired");
          return List.of(now.secrets().get(0));
        });
  }

  private void requireAbsent() throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          file
              + " is there already. To change its secret, begin with append; for another file,"
              + " choose another name.");
    }
  }

  private void require(Content now, String before, String step, Duration since, String why)
      throws IOException {
    if (now.step() == null || now.since() == null) {
      throw new IOException(
          "%s does not say what its last step was, because another program wrote it. Change its"
                  .formatted(file)
              + " lines by hand once more, or begin a file with "
              + CREATE
              + ".");
    }
    if (!now.step().equals(before) || now.secrets().size() != 2) {
      throw new IOException(
          "The last step of %s was %s, and %s comes after %s."
              .formatted(file, now.step(), step, before));
    }
    Instant from = now.since().plus(since);
    if (clock.instant().isBefore(from)) {
      throw new IOException(
          "It is too early to %s: %s was at %s. Wait until %s, %s."
              .formatted(step, before, now.since(), from, why));
    }
  }

  private Content read() throws IOException {
    List<TicketSecret> secrets = TicketKeyFile.read(file).secrets();
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      String[] words = line.startsWith(STEP) ? line.substring(STEP.length()).split(" ", -1) : null;
      if (words != null && words.length == 2 && STEPS.contains(words[0])) {
        return new Content(secrets, words[0], instant(words[1]));
      }
    }
    return new Content(secrets, null, null);
  }

  private static @Nullable Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /**
   * Makes a step: writes a file beside this one, or beside what a link leads to, and renames it
   * over that. The file beside keeps other processes away, so it is there before anything is read.
   */
  private List<String> change(String step, Secrets next) throws IOException {
    boolean isNew = !Files.exists(file);
    Path target = isNew ? file.toAbsolutePath() : file.toRealPath();
    Path beside = target.resolveSibling(target.getFileName() + ".new");
    claim(beside);
    boolean isOurs = true;
    try {
      List<TicketSecret> secrets = next.make();
      writeToDisk(beside, text(step, secrets));
      if (!isNew) {
        copyRights(target, beside);
      }
      // As the servers will: they refuse a file that belongs to the wrong user.
      TicketKeyFile.read(beside);
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
      isOurs = false;
      return secrets.stream().map(TicketSecret::fingerprint).toList();
    } finally {
      if (isOurs) {
        Files.delete(beside);
      }
    }
  }

  private static void claim(Path beside) throws IOException {
    try {
      Files.createFile(
          beside,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FOR_ITS_USER_ONLY)));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          beside
              + " is there: another change is under way, or ended half way. If none is under"
              + " way, remove it.",
          e);
    }
  }

  private String text(String step, List<TicketSecret> secrets) {
    List<String> lines = new ArrayList<>();
    lines.add("# Secrets of session tickets. Change them with: headwaiter ticket-keys");
    lines.add(STEP + step + " " + clock.instant().truncatedTo(ChronoUnit.SECONDS));
    secrets.forEach(secret -> lines.add(secret.hex()));
    lines.add(TicketKeyFile.END);
    return String.join("\n", lines) + "\n";
  }

  /** Writes it, and waits until it is on the disk: a rename must not come before its contents. */
  private static void writeToDisk(Path path, String text) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(channel)) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      channel.force(/* metaData= */ true);
    }
  }

  private static void copyRights(Path from, Path to) throws IOException {
    PosixFileAttributes rights = Files.readAttributes(from, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (!rights.group().equals(view.readAttributes().group())) {
      view.setGroup(rights.group());
    }
    view.setPermissions(rights.permissions());
  }
}
