package io.headwaiter.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The session ticket keys of a connector: from a file that several nodes share, or generated.
 *
 * <p>Time is divided into periods of {@code rotationSeconds}. They count since the epoch if nodes
 * share a file, and by a monotonic clock if keys are generated, so that a jump of the wall clock
 * removes no key. Tickets are encrypted under the key of the current period. Those of the previous
 * one are accepted too, and those of the next, which a node with a faster clock may have issued. So
 * a ticket survives one rotation and expires with the second, after one to two periods. Because a
 * key's name depends on its period, an expired ticket is recognised without decryption. Within that
 * bound, the ticket itself states when its session ends ({@link TicketRealm#isResumable}).
 *
 * <p>Keys live here, not in a TLS context: a reload of certificates keeps every ticket, and the
 * name of its visit ({@link VisitNames}, 8 MiB).
 *
 * <p>Thread-safe. Call {@link #refresh} about once a second.
 */
public final class TicketKeys {
  private static final System.Logger LOG = System.getLogger(TicketKeys.class.getName());
  private static final long MILLIS = 1000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final @Nullable Path file;
  private final long rotationSeconds;
  private final LongSupplier periodMillis;
  private final LongSupplier clockMillis;
  private final Map<String, TicketRealm> realms = new HashMap<>();
  private final VisitNames names = new VisitNames(VisitNames.TICKETS_MAX);
  private TicketSecrets secrets;
  // State of the file at the last look, and when its secrets were taken.
  private Optional<TicketKeyFile.State> seen = Optional.empty();
  private Optional<TicketKeyFile.State> taken = Optional.empty();
  private boolean wrong;
  private long period;

  private TicketKeys(
      @Nullable Path file,
      TicketSecrets secrets,
      long rotationSeconds,
      LongSupplier periodMillis,
      LongSupplier clockMillis) {
    this.file = file;
    this.secrets = secrets;
    this.rotationSeconds = rotationSeconds;
    this.periodMillis = periodMillis;
    this.clockMillis = clockMillis;
    this.period = periodNow();
  }

  /**
   * Makes keys from a file: one secret of 64 hexadecimal digits on each line, the first encrypts
   * and all (at most four) decrypt. The file is read again when it has changed and is complete: its
   * last line is {@code # end}, or it is the same at two looks.
   *
   * @param rotationSeconds length of a period, at least 1
   * @param clockMillis milliseconds since the epoch
   * @throws IOException with a sentence, if the file is not as it must be, or its owner or the
   *     rights of others on it are not allowed
   */
  public static TicketKeys fromFile(Path file, long rotationSeconds, LongSupplier clockMillis)
      throws IOException {
    Optional<TicketKeyFile.State> state = TicketKeyFile.State.of(file);
    TicketSecrets secrets = TicketSecrets.fixed(TicketKeyFile.read(file).secrets());
    TicketKeys keys = new TicketKeys(file, secrets, rotationSeconds, clockMillis, clockMillis);
    keys.seen = state;
    keys.taken = state;
    return keys;
  }

  /**
   * Makes random keys of this process, a new one for each period; they end with the process.
   *
   * @param rotationSeconds length of a period, at least 1
   * @param monotonicNanos clock by which periods are divided
   * @param clockMillis milliseconds since the epoch, by which sessions end
   */
  public static TicketKeys generated(
      long rotationSeconds, LongSupplier monotonicNanos, LongSupplier clockMillis) {
    return new TicketKeys(
        /* file= */ null,
        TicketSecrets.generated(new SecureRandom()),
        rotationSeconds,
        () -> Math.floorDiv(monotonicNanos.getAsLong(), NANOS_PER_MILLI),
        clockMillis);
  }

  /**
   * Returns the keys of one realm. A session of one realm is unknown in every other. A virtual host
   * is a realm, and its demands on clients belong to the name. So a client that was admitted before
   * a demand cannot bypass it.
   */
  public synchronized TicketRealm realm(String name) {
    return realms.computeIfAbsent(name, n -> new TicketRealm(keysOf(n), clockMillis, names));
  }

  /** Changes keys when a period has ended, and reads the file when it has changed. */
  public synchronized void refresh() {
    long now = periodNow();
    boolean changed = readAgainIfChanged();
    if (now == period && !changed) {
      return;
    }
    period = now;
    secrets.forgetBefore(now - 1);
    realms.forEach((name, realm) -> realm.use(keysOf(name)));
  }

  /**
   * Returns fingerprints of the secrets of a file, by which nodes can be compared; the first
   * encrypts. Empty for generated keys.
   */
  public synchronized List<String> fingerprints() {
    return file == null
        ? List.of()
        : secrets.of(period).stream().map(TicketSecret::fingerprint).toList();
  }

  /** Returns how long ago the file in use was changed; empty for generated keys. */
  public synchronized OptionalLong fileAgeMillis() {
    return taken
        .map(state -> OptionalLong.of(clockMillis.getAsLong() - state.modifiedMillis()))
        .orElseGet(OptionalLong::empty);
  }

  /** Returns a text for the log: the source of the secrets and, for a file, their fingerprints. */
  @Override
  public synchronized String toString() {
    String from = file == null ? "generated" : "from " + file + " " + secrets.of(period);
    return "ticket keys " + from + ", changed every " + rotationSeconds + " s";
  }

  /**
   * Returns the keys in force. The first encrypts; for courtesy pages, the first of theirs does.
   */
  private List<TicketKey> keysOf(String realm) {
    List<TicketKey> keys = new ArrayList<>(6 * TicketKeyFile.SECRETS_MAX);
    List<TicketKey> courtesy = new ArrayList<>(3 * TicketKeyFile.SECRETS_MAX);
    for (long p : new long[] {period, period - 1, period + 1}) {
      for (TicketSecret secret : secrets.of(p)) {
        keys.add(secret.key(realm, p));
        courtesy.add(secret.courtesyKey(realm, p));
      }
    }
    keys.addAll(courtesy);
    return keys;
  }

  private long periodNow() {
    return Math.floorDiv(periodMillis.getAsLong(), MILLIS * rotationSeconds);
  }

  private boolean readAgainIfChanged() {
    if (file == null) {
      return false;
    }
    Optional<TicketKeyFile.State> state = TicketKeyFile.State.of(file);
    boolean isSettled = state.equals(seen);
    seen = state;
    // A wrong file is tried again until it is right: a change of permissions does not change its
    // state.
    if (state.equals(taken) && !wrong) {
      return false;
    }
    try {
      TicketKeyFile content = TicketKeyFile.read(file);
      if (!isSettled && !content.isEnded()) {
        return false;
      }
      secrets = TicketSecrets.fixed(content.secrets());
      taken = state;
      wrong = false;
      LOG.log(System.Logger.Level.INFO, "Read again: {0}", this);
      return true;
    } catch (IOException e) {
      // At the first look the file may be half written, which is no error.
      if (isSettled && !wrong) {
        LOG.log(System.Logger.Level.ERROR, "The ticket keys stay as they are. {0}", e.getMessage());
      }
      wrong = isSettled;
      return false;
    }
  }
}
