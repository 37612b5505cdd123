package io.headwaiter.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The session ticket keys of a connector: from a file that several nodes share, or generated.
 *
 * <p>Time is cut into periods of {@code rotationSeconds}: since the epoch where nodes share a file,
 * and by a monotonic clock where keys are generated, so that a wall clock that jumps forward and
 * back takes no key away. Tickets are encrypted under the key of the current period; those of the
 * previous one are accepted too, and those of the next, which a node with a faster clock may have
 * issued. So a ticket lives through one rotation and dies with the second, after one to two
 * periods, and because a key's name carries its period, it is known without decrypting anything
 * that its time is over. Within that bound, when its session ends stands in the ticket itself
 * ({@link TicketRealm#isResumable}).
 *
 * <p>Keys live here, not in a TLS context: a reload of certificates keeps every ticket, and the
 * name of its visit ({@link VisitNames}, 8 MiB).
 *
 * <p>Thread-safe. {@link #refresh} wants to be called about once a second.
 */
public final class TicketKeys {
  private static final System.Logger LOG = System.getLogger(TicketKeys.class.getName());
  private static final long MILLIS = 1000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Path file;
  private final long rotationSeconds;
  private final LongSupplier periodMillis;
  private final LongSupplier clockMillis;
  private final Map<String, TicketRealm> realms = new HashMap<>();
  private final VisitNames names = new VisitNames(VisitNames.TICKETS_MAX);
  private TicketSecrets secrets;
  // The file at the last look, and as its secrets were taken.
  private Optional<TicketKeyFile.State> seen = Optional.empty();
  private Optional<TicketKeyFile.State> taken = Optional.empty();
  private boolean wrong;
  private long period;

  private TicketKeys(
      Path file,
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
   * Keys from a file: one secret of 64 hexadecimal digits on each line, the first encrypts and all
   * (at most four) decrypt. The file is read again when it has changed and is whole: its last line
   * is {@code # end}, or it is the same at two looks.
   *
   * @param rotationSeconds length of a period, at least 1
   * @param clockMillis milliseconds since the epoch
   * @throws IOException with a sentence, if the file is not as it must be, or others than its owner
   *     have a right on it that they must not have
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
   * Random keys of this process, which nothing outlives; a new one for each period.
   *
   * @param rotationSeconds length of a period, at least 1
   * @param monotonicNanos cuts the periods
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
   * The keys of one realm. A session of one realm is unknown in every other: a virtual host is one,
   * and what it demands of its clients belongs to the name, so that a client that was let in before
   * a demand does not pass it by.
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

  /** For the log: where the secrets come from, and their fingerprints. */
  @Override
  public synchronized String toString() {
    String from = file == null ? "generated" : "from " + file + " " + secrets.of(period);
    return "ticket keys " + from + ", changed every " + rotationSeconds + " s";
  }

  /** The first encrypts, the first of those for courtesy pages encrypts for them. */
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
    // What is wrong is tried again until it is right: a change of permissions changes none of its
    // times.
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
      // At the first look it may be half written, which is no news.
      if (isSettled && !wrong) {
        LOG.log(System.Logger.Level.ERROR, "The ticket keys stay as they are. {0}", e.getMessage());
      }
      wrong = isSettled;
      return false;
    }
  }
}
