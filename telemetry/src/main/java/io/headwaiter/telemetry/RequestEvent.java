package io.headwaiter.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** JFR event: a request has ended. It is of the thread on which it ended. */
@Name("io.headwaiter.Request")
@Label("Request")
@Category("Headwaiter")
@Description("A request has ended; times are of System.nanoTime")
@StackTrace(false)
@Enabled(false)
final class RequestEvent extends Event {
  @Label("Connection")
  @Description("Its number since the start; 0 if it is not known")
  long connection;

  @Label("Type")
  @Description("The type of the request, which is no address")
  @Nullable String type;

  @Label("Status")
  int status;

  @Label("Begin")
  @Description("When its service began")
  long beganNanos;

  @Label("End")
  long endedNanos;

  @Label("Connection wait")
  @Description("Nanoseconds for which it waited for database connections")
  long connectionWaitNanos;

  @Label("Connection hold")
  @Description("Nanoseconds for which it held database connections")
  long connectionHoldNanos;
}
