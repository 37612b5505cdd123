package io.headwaiter.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import io.headwaiter.trace.Trace.Wait;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a trace as one page for a browser, without anything from elsewhere: a line for each row,
 * zoom, filters by state and type of request, and the longest waits first.
 */
public final class TimelinePage {
  private static final String DATA = "/*DATA*/";
  private static final String SCRIPT = "/*SCRIPT*/";

  private final Trace trace;

  /** Prepares the page of a trace. */
  public TimelinePage(Trace trace) {
    this.trace = trace;
  }

  /**
   * Writes the page.
   *
   * @param title one line for its heading
   * @throws IOException if it cannot be written
   */
  public void write(Path file, String title) throws IOException {
    // A type is a path that a client chose: it must not end the element of the data.
    String data = data(title).replace("<", "\\u003c");
    Files.writeString(
        file,
        resource("timeline.html").replace(SCRIPT, resource("timeline.js")).replace(DATA, data));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TimelinePage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("The jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String data(String title) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("title", title);
      out.writeNumberField("endNanos", trace.endNanos());
      states(out);
      rows(out);
      Map<String, Integer> types = types(out);
      spans(out, types);
      waits(out, types);
      out.writeEndObject();
    }
    return text.toString();
  }

  private static void states(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("states");
    for (State state : State.values()) {
      out.writeStartArray();
      out.writeString(state.label());
      out.writeString("#" + state.colour());
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private void rows(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("rows");
    for (Row row : trace.rows()) {
      out.writeStartArray();
      out.writeString(row.kind().label());
      out.writeString(row.name());
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  /** Writes the types of requests, and returns the place of each. */
  private Map<String, Integer> types(JsonGenerator out) throws IOException {
    Map<String, Integer> types = new LinkedHashMap<>();
    types.put("", 0);
    trace.spans().forEach(span -> types.putIfAbsent(span.type(), types.size()));
    trace.waits().forEach(wait -> types.putIfAbsent(wait.type(), types.size()));
    out.writeArrayFieldStart("types");
    for (String type : types.keySet()) {
      out.writeString(type);
    }
    out.writeEndArray();
    return types;
  }

  private void spans(JsonGenerator out, Map<String, Integer> types) throws IOException {
    out.writeArrayFieldStart("spans");
    for (Span span : trace.spans()) {
      numbers(
          out,
          span.row(),
          List.of(State.values()).indexOf(span.state()),
          span.beginNanos(),
          span.endNanos(),
          types.get(span.type()));
    }
    out.writeEndArray();
  }

  private void waits(JsonGenerator out, Map<String, Integer> types) throws IOException {
    out.writeArrayFieldStart("waits");
    for (Wait wait : trace.waits()) {
      numbers(
          out,
          wait.row(),
          wait.askedNanos(),
          wait.gotRow(),
          wait.gotNanos(),
          types.get(wait.type()));
    }
    out.writeEndArray();
  }

  private static void numbers(JsonGenerator out, long... numbers) throws IOException {
    out.writeStartArray();
    for (long number : numbers) {
      out.writeNumber(number);
    }
    out.writeEndArray();
  }
}
