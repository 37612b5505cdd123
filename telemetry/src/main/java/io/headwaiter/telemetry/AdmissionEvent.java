package io.headwaiter.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** JFR event: a connection was admitted. It does not identify the client. */
@Name("io.headwaiter.Admission")
@Label("Admission")
@Category("Headwaiter")
@Description("A connection was admitted")
@StackTrace(false)
@Enabled(false)
final class AdmissionEvent extends Event {
  @Label("Connector")
  @Nullable String connector;

  @Label("Entry")
  @Description("Kind of admission, such as new or verified")
  @Nullable String entry;

  @Label("Skipped")
  @Description("Admissions since the last of these events for which there is none")
  long skipped;
}
