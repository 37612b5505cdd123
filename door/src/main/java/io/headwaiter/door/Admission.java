package io.headwaiter.door;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Verdict;
import java.net.InetAddress;
import java.util.Objects;

/**
 * What the container is told of a connection that was let in. Immutable.
 *
 * @param entry as what it was let in
 * @param visit the visit whose session it claims, as far as that was looked up; {@link
 *     Verdict#NO_VISIT} if it is not known
 * @param client address of its client; null if it is not known
 * @param letInNanos when it was let in, of {@link System#nanoTime}
 */
public record Admission(Entry entry, long visit, InetAddress client, long letInNanos) {
  /** Checks that there is an entry. */
  public Admission {
    Objects.requireNonNull(entry, "entry");
  }

  /** Of a connection that was let in just now. */
  public Admission(Entry entry, long visit, InetAddress client) {
    this(entry, visit, client, System.nanoTime());
  }

  /** Of a connection that was let in just now, and of which no more is known. */
  public static Admission as(Entry entry) {
    return new Admission(entry, Verdict.NO_VISIT, /* client= */ null);
  }
}
