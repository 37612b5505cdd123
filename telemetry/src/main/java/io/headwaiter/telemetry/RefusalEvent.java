package io.headwaiter.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * JFR event: a connection was refused, or shadow mode admitted it instead. It does not identify the
 * client.
 */
@Name("io.headwaiter.Refusal")
@Label("Refusal")
@Category("Headwaiter")
@Description("A connection was refused, or would have been without shadow mode")
@StackTrace(false)
@Enabled(false)
final class RefusalEvent extends Event {
  @Label("Connector")
  @Nullable String connector;

  @Label("Reason")
  @Nullable String reason;

  @Label("Entry")
  @Description("As what its visit would have come in; null if that was not known")
  @Nullable String entry;

  @Label("Shadow")
  @Description("Whether it came in after all")
  boolean shadow;

  @Label("Skipped")
  @Description("Refusals since the last of these events for which there is none")
  long skipped;
}
