package io.headwaiter.tls;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * The ticket keys of one realm, and the TLS contexts that use them. Thread-safe; checking a ticket
 * takes no lock.
 */
public final class TicketRealm {
  // Contexts come and go with reloads; a realm keeps none of them alive.
  private final Set<Consumer<List<TicketKey>>> users =
      Collections.newSetFromMap(new WeakHashMap<>());
  private volatile List<TicketKey> keys;

  TicketRealm(List<TicketKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Whether this ticket was made under a key that is in force, {@link TicketVerifier}.
   *
   * @param ticket a session ticket of TLS 1.2 or an identity of TLS 1.3, of any length
   */
  public boolean isAuthentic(byte[] ticket) {
    return TicketVerifier.isAuthentic(ticket, keys);
  }

  /**
   * When the session of an authentic ticket began, in milliseconds since the epoch: with its full
   * handshake, however often it was resumed since. Empty if the ticket is not authentic or does not
   * say.
   *
   * @param sessionTimeoutSeconds how long a session of TLS 1.2 lives
   */
  public OptionalLong beganMillis(byte[] ticket, long sessionTimeoutSeconds) {
    return contents(ticket)
        .map(contents -> OptionalLong.of(contents.beganMillis(sessionTimeoutSeconds)))
        .orElse(OptionalLong.empty());
  }

  /**
   * What is known of the session of a ticket; empty if the ticket is not authentic.
   *
   * @param sessionTimeoutSeconds how long a session of TLS 1.2 lives
   */
  public Optional<KnownSession> find(byte[] ticket, long sessionTimeoutSeconds) {
    return TicketVerifier.keyOf(ticket, keys)
        .map(
            key ->
                TicketContents.of(key, ticket)
                    .map(
                        contents ->
                            new KnownSession(
                                contents.beganMillis(sessionTimeoutSeconds),
                                contents.renewedMillis(),
                                key.isCourtesy()
                                    ? courtesyName(contents, ticket, sessionTimeoutSeconds)
                                    : KnownSession.UNKNOWN))
                    .orElse(KnownSession.UNREADABLE));
  }

  /** In TLS 1.3 one name for all tickets of a page's holder, see {@link BoringsslEngine}. */
  private static long courtesyName(
      TicketContents contents, byte[] ticket, long sessionTimeoutSeconds) {
    return contents.isTls13()
        ? contents.beganMillis(sessionTimeoutSeconds)
        : TicketKey.idOf(ticket);
  }

  private Optional<TicketContents> contents(byte[] ticket) {
    return TicketVerifier.keyOf(ticket, keys).flatMap(key -> TicketContents.of(key, ticket));
  }

  /** This context uses the keys from now on, as long as it lives. */
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
      // First here: a key that is over is at no time believed and refused by the engine.
      keys = List.copyOf(next);
      users.forEach(user -> user.accept(keys));
    }
  }
}
