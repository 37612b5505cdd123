package io.headwaiter.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** JFR event: an admitted connection was closed. It does not identify the client. */
@Name("io.headwaiter.Connection")
@Label("Connection")
@Category("Headwaiter")
@Description("An admitted connection was closed; times are of System.nanoTime, 0 if never reached")
@StackTrace(false)
@Enabled(false)
final class ConnectionEvent extends Event {
  @Label("Connection")
  @Description("Its number since the start")
  long connection;

  @Label("Entry")
  @Description("As what it was admitted")
  @Nullable String entry;

  @Label("Accepted")
  long acceptedNanos;

  @Label("Admitted")
  long admittedNanos;

  @Label("Handshake done")
  long handshakeNanos;

  @Label("Resumed")
  boolean resumed;

  @Label("First request")
  long firstRequestNanos;

  @Label("Closed")
  long closedNanos;

  @Label("Stage")
  @Description("Where it was: failed handshake, idle or service")
  @Nullable String stage;

  @Label("Ended by")
  @Description("Who closed it: client, container or headwaiter")
  @Nullable String endedBy;

  @Label("Cause")
  @Description("Why Headwaiter closed it; null if it did not")
  @Nullable String cause;
}
