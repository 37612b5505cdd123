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
import java.util.ArrayList;
import java.util.List;

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
      List<String> types = types(out);
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

  private List<String> types(JsonGenerator out) throws IOException {
    List<String> types = new ArrayList<>();
    types.add("");
    trace.spans().stream().map(Span::type).distinct().filter(t -> !t.isEmpty()).forEach(types::add);
    trace.waits().stream()
        .map(Wait::type)
        .distinct()
        .filter(t -> !types.contains(t))
        .forEach(types::add);
    out.writeArrayFieldStart("types");
    for (String type : types) {
      out.writeString(type);
    }
    out.writeEndArray();
    return types;
  }

  private void spans(JsonGenerator out, List<String> types) throws IOException {
    out.writeArrayFieldStart("spans");
    for (Span span : trace.spans()) {
      numbers(
          out,
          span.row(),
          List.of(State.values()).indexOf(span.state()),
          span.beginNanos(),
          span.endNanos(),
          types.indexOf(span.type()));
    }
    out.writeEndArray();
  }

  private void waits(JsonGenerator out, List<String> types) throws IOException {
    out.writeArrayFieldStart("waits");
    for (Wait wait : trace.waits()) {
      numbers(
          out,
          wait.row(),
          wait.askedNanos(),
          wait.gotRow(),
          wait.gotNanos(),
          types.indexOf(wait.type()));
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
