package io.headwaiter.trace;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import io.headwaiter.trace.Trace.Wait;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a trace as JSON in Chrome's trace event format, which Perfetto opens: a process for each
 * kind of row, a thread for each row, a complete event ({@code X}) for each state, and a flow from
 * the worker to the database connection for each wait.
 *
 * <p>Times are in microseconds with three decimals. The states of a row do not overlap, so they
 * nest, as the format demands.
 */
public final class PerfettoFile {
  private static final double NANOS_PER_MICRO = 1e3;

  private final Trace trace;

  /** Prepares the file of a trace. */
  public PerfettoFile(Trace trace) {
    this.trace = trace;
  }

  /**
   * Writes the file.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    try (JsonGenerator out = new JsonFactory().createGenerator(file.toFile(), JsonEncoding.UTF8)) {
      out.writeStartObject();
      out.writeStringField("displayTimeUnit", "ms");
      out.writeArrayFieldStart("traceEvents");
      names(out);
      for (Span span : trace.spans()) {
        state(out, span);
      }
      int number = 0;
      for (Wait wait : trace.waits()) {
        number++;
        flow(out, "s", number, wait.row(), wait.askedNanos(), wait);
        flow(out, "f", number, wait.gotRow(), wait.gotNanos(), wait);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  private int process(int row) {
    return trace.rows().get(row).kind().number();
  }

  private void names(JsonGenerator out) throws IOException {
    for (Kind kind : Kind.values()) {
      if (trace.count(kind) > 0) {
        name(out, "process_name", kind.number(), 0, kind.label() + "s");
      }
    }
    int thread = 0;
    for (Row row : trace.rows()) {
      thread++;
      name(out, "thread_name", row.kind().number(), thread, row.name());
    }
  }

  private static void name(JsonGenerator out, String what, int process, int thread, String name)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("name", what);
    out.writeStringField("ph", "M");
    out.writeNumberField("pid", process);
    out.writeNumberField("tid", thread);
    out.writeObjectFieldStart("args");
    out.writeStringField("name", name);
    out.writeEndObject();
    out.writeEndObject();
  }

  private void state(JsonGenerator out, Span span) throws IOException {
    begin(out, span.state().label(), "X", span.row(), span.beginNanos());
    out.writeNumberField("dur", span.nanos() / NANOS_PER_MICRO);
    if (!span.type().isEmpty()) {
      out.writeObjectFieldStart("args");
      out.writeStringField("type", span.type());
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private void flow(JsonGenerator out, String phase, int number, int row, long nanos, Wait wait)
      throws IOException {
    begin(out, "wait" + (wait.type().isEmpty() ? "" : " of " + wait.type()), phase, row, nanos);
    out.writeNumberField("id", number);
    out.writeEndObject();
  }

  private void begin(JsonGenerator out, String name, String phase, int row, long nanos)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("name", name);
    out.writeStringField("cat", "headwaiter");
    out.writeStringField("ph", phase);
    out.writeNumberField("pid", process(row));
    out.writeNumberField("tid", row + 1);
    out.writeNumberField("ts", nanos / NANOS_PER_MICRO);
  }
}
