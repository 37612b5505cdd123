package io.headwaiter.jdbc;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * JFR event: a connection went back to its pool. It identifies neither a client nor a statement.
 * While no recording enables it, {@link #report} costs one check of a flag and allocates nothing.
 */
@Name("io.headwaiter.DatabaseUse")
@Label("Database Connection Used")
@Category("Headwaiter")
@Description("A connection went back to its pool; times are of System.nanoTime")
@StackTrace(false)
@Enabled(false)
final class DatabaseUseEvent extends Event {
  // Used only to check whether such events are enabled.
  private static final DatabaseUseEvent CHECK = new DatabaseUseEvent();

  @Label("Type")
  @Description("The type of the request that had it; null outside of a request")
  @Nullable String type;

  @Label("Asked")
  long askedNanos;

  @Label("Taken")
  long takenNanos;

  @Label("Returned")
  long returnedNanos;

  /** Reports a connection that goes back, on the thread that gives it back. */
  static void report(@Nullable String type, long askedNanos, long takenNanos, long returnedNanos) {
    if (CHECK.isEnabled()) {
      DatabaseUseEvent event = new DatabaseUseEvent();
      event.type = type;
      event.askedNanos = askedNanos;
      event.takenNanos = takenNanos;
      event.returnedNanos = returnedNanos;
      event.commit();
    }
  }
}
