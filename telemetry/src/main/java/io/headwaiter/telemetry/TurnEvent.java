package io.headwaiter.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR event: a worker has worked on a connection. It is of the thread that did. */
@Name("io.headwaiter.Turn")
@Label("Turn")
@Category("Headwaiter")
@Description("A worker has worked on a connection; times are of System.nanoTime")
@StackTrace(false)
@Enabled(false)
final class TurnEvent extends Event {
  @Label("Connection")
  @Description("Its number since the start")
  long connection;

  @Label("Handshake")
  @Description("Whether the handshake was not done when it began")
  boolean handshake;

  @Label("Waited")
  @Description("Nanoseconds for which it waited for the worker")
  long waitedNanos;

  @Label("Begin")
  long beganNanos;

  @Label("End")
  long endedNanos;
}
