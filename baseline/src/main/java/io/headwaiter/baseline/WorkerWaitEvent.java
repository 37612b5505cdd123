package io.headwaiter.baseline;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A wait of a worker for the bytes of the client whose connection it keeps. */
@Name(WorkerWaitEvent.NAME)
@Label("Worker Wait")
@Description("A worker waits for the bytes of the client whose connection it keeps")
@Category("Headwaiter")
@Enabled(false)
@StackTrace(false)
final class WorkerWaitEvent extends Event {
  static final String NAME = "io.headwaiter.baseline.WorkerWait";
}
