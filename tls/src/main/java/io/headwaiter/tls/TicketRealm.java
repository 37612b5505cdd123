package io.headwaiter.tls;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The ticket keys of one realm, the TLS contexts that use them, and the names of the visits of
 * their tickets. Thread-safe; checking a ticket takes no lock, naming its visit takes one for well
 * under a microsecond.
 */
public final class TicketRealm {
  // Contexts come and go with reloads; the realm keeps none of them alive.
  private final Set<Consumer<List<TicketKey>>> users =
      Collections.newSetFromMap(new WeakHashMap<>());
  private final LongSupplier clockMillis;
  private final VisitNames names;
  private volatile List<TicketKey> keys;

  TicketRealm(List<TicketKey> keys, LongSupplier clockMillis, VisitNames names) {
    this.keys = List.copyOf(keys);
    this.clockMillis = clockMillis;
    this.names = names;
  }

  /**
   * Returns whether this ticket was made under a key in force, {@link TicketVerifier}.
   *
   * @param ticket a session ticket of TLS 1.2 or an identity of TLS 1.3, of any length
   */
  public boolean isAuthentic(byte[] ticket) {
    return TicketVerifier.isAuthentic(ticket, keys);
  }

  /**
   * Returns whether a handshake in this version could resume this ticket: it is authentic, of a
   * session of that version, and its time is not over. Takes a few microseconds.
   *
   * @param ticket of any length
   * @param tls13 as an identity of TLS 1.3; else as a session ticket of TLS 1.2
   */
  public boolean isResumable(byte[] ticket, boolean tls13) {
    return contents(ticket)
        .map(contents -> contents.isResumable(tls13, clockMillis.getAsLong()))
        .orElse(false);
  }

  /**
   * Returns when the session of an authentic ticket began, in milliseconds since the epoch: with
   * its full handshake, however often it was resumed since. Empty if the ticket is not authentic or
   * does not say.
   *
   * @param sessionTimeoutSeconds how long a session of TLS 1.2 lives
   */
  public OptionalLong beganMillis(byte[] ticket, long sessionTimeoutSeconds) {
    return contents(ticket)
        .map(contents -> OptionalLong.of(contents.beganMillis(sessionTimeoutSeconds)))
        .orElse(OptionalLong.empty());
  }

  /**
   * Returns the session of a ticket if a handshake in this version would resume it: {@link
   * #isResumable} and the conditions below; else empty.
   *
   * @param suiteFits whether the handshake can have this cipher suite, which must be the session's;
   *     codes of the IANA registry
   * @param extendedMasterSecret whether its hello has that extension
   * @param sessionTimeoutSeconds how long a session of TLS 1.2 lives
   */
  public Optional<KnownSession> findResumable(
      byte[] ticket,
      boolean tls13,
      IntPredicate suiteFits,
      boolean extendedMasterSecret,
      long sessionTimeoutSeconds) {
    return find(
        ticket,
        sessionTimeoutSeconds,
        contents ->
            contents.isResumable(tls13, clockMillis.getAsLong())
                && contents.fitsMasterSecret(extendedMasterSecret)
                && suiteFits.test(contents.cipherSuite()));
  }

  /**
   * Returns the session of a ticket; empty if the ticket is not authentic or does not say.
   *
   * @param sessionTimeoutSeconds how long a session of TLS 1.2 lives
   */
  public Optional<KnownSession> find(byte[] ticket, long sessionTimeoutSeconds) {
    return find(ticket, sessionTimeoutSeconds, contents -> true);
  }

  private Optional<KnownSession> find(
      byte[] ticket, long sessionTimeoutSeconds, Predicate<TicketContents> condition) {
    return TicketVerifier.keyOf(ticket, keys)
        .flatMap(
            key ->
                TicketContents.of(key, ticket)
                    .filter(condition)
                    .map(contents -> session(key, contents, sessionTimeoutSeconds)));
  }

  private KnownSession session(TicketKey key, TicketContents contents, long sessionTimeoutSeconds) {
    return new KnownSession(
        names.visitOf(contents.secret()),
        contents.beganMillis(sessionTimeoutSeconds),
        contents.renewedMillis(),
        key.isCourtesy());
  }

  /** Returns the names of the visits of these tickets. */
  VisitNames names() {
    return names;
  }

  private Optional<TicketContents> contents(byte[] ticket) {
    return TicketVerifier.keyOf(ticket, keys).flatMap(key -> TicketContents.of(key, ticket));
  }

  /** Gives the keys to this context, now and after each change, as long as it lives. */
  void attach(Consumer<List<TicketKey>> user) {
    synchronized (users) {
      users.add(user);
      user.accept(keys);
    }
  }

  void detach(Consumer<List<TicketKey>> user) {
    synchronized (users) {
      users.remove(user);
    }
  }

  void use(List<TicketKey> next) {
    synchronized (users) {
      // This realm first: it never accepts an expired key that the engine refuses.
      keys = List.copyOf(next);
      users.forEach(user -> user.accept(keys));
    }
  }
}
