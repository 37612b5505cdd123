package io.headwaiter.door;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.SessionLookup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts about an admitted connection that the door gives to the container. Immutable.
 *
 * @param entry the entry as which it was admitted
 * @param visit the visit of the claimed session, as far as that was looked up; {@link
 *     SessionLookup#NO_VISIT} if it is not known
 * @param client address of the client; null if it is not known
 * @param admittedNanos time of the admission, of {@link System#nanoTime}
 * @param named address and port of the client, if a balancer has named them
 * @param arrivedNanos time at which the door accepted it, of the same clock
 */
public record AdmittedConnection(
    Entry entry,
    long visit,
    @Nullable InetAddress client,
    long admittedNanos,
    @Nullable InetSocketAddress named,
    long arrivedNanos) {
  /** Checks that an entry is given. */
  public AdmittedConnection {
    Objects.requireNonNull(entry, "entry");
  }

  /** Describes a connection that comes directly from its client. */
  public AdmittedConnection(
      Entry entry, long visit, @Nullable InetAddress client, long admittedNanos) {
    this(entry, visit, client, admittedNanos, /* named= */ null, admittedNanos);
  }

  /** Describes a connection that was admitted just now. */
  public AdmittedConnection(Entry entry, long visit, @Nullable InetAddress client) {
    this(entry, visit, client, System.nanoTime());
  }

  /** Describes a connection that was admitted just now and of which only the entry is known. */
  public static AdmittedConnection as(Entry entry) {
    return new AdmittedConnection(entry, SessionLookup.NO_VISIT, /* client= */ null);
  }
}
