package io.headwaiter.apps.supplier;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.headwaiter.apps.PageError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Messages as JSON objects with one member: their name with their content. Thread-safe. */
final class JsonFormat implements MessageFormat {
  // The message, its content, a list, an entry.
  private static final int DEPTH_MAX = 4;
  private static final int STRING_CHARS_MAX = 4000;
  private static final int NUMBER_CHARS_MAX = 40;
  private static final int NAME_CHARS_MAX = 60;
  private static final int USUAL_BYTES = 1024;

  // Names that clients send are not interned.
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxStringLength(STRING_CHARS_MAX)
                  .maxNumberLength(NUMBER_CHARS_MAX)
                  .maxNameLength(NAME_CHARS_MAX)
                  .build())
          .build();

  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public Fields read(String name, byte[] body) {
    try (JsonParser in = FACTORY.createParser(body)) {
      expect(in, JsonToken.START_OBJECT);
      expect(in, JsonToken.FIELD_NAME);
      if (!name.equals(in.currentName())) {
        throw PageError.badRequest("The body is no message " + name + "; give that one.");
      }
      expect(in, JsonToken.START_OBJECT);
      Fields content = content(in);
      expect(in, JsonToken.END_OBJECT);
      if (in.nextToken() != null) {
        throw unexpected(in);
      }
      return content;
    } catch (JsonProcessingException e) {
      throw malformed(e.getLocation());
    } catch (IOException e) {
      throw malformed(null); // of the encoding: there is no other input
    }
  }

  private static void expect(JsonParser in, JsonToken wanted) throws IOException {
    if (in.nextToken() != wanted) {
      throw unexpected(in);
    }
  }

  private static Fields content(JsonParser in) throws IOException {
    Fields content = new Fields();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      JsonToken first = in.nextToken();
      if (first == JsonToken.VALUE_NULL) {
        continue; // as if it were not there
      }
      Object value = first == JsonToken.START_ARRAY ? entries(in) : text(in, first);
      if (!content.add(name, value)) {
        throw PageError.badRequest("The body has the name " + name + " twice; give it once.");
      }
    }
    return content;
  }

  private static String text(JsonParser in, JsonToken token) throws IOException {
    if (!token.isScalarValue()) {
      throw unexpected(in);
    }
    return in.getText();
  }

  private static List<Fields> entries(JsonParser in) throws IOException {
    List<Fields> entries = new ArrayList<>();
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      if (token != JsonToken.START_OBJECT) {
        throw unexpected(in);
      }
      entries.add(content(in));
    }
    return entries;
  }

  private static PageError unexpected(JsonParser in) {
    return malformed(in.currentLocation());
  }

  private static PageError malformed(JsonLocation at) {
    String where =
        at == null ? "" : " after line " + at.getLineNr() + ", column " + at.getColumnNr();
    return PageError.badRequest(
        "The body is no JSON message" + where + "; give an object with the message's name.");
  }

  @Override
  public byte[] write(String name, Fields content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeFieldName(name);
      write(out, content);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator out, Fields content) throws IOException {
    out.writeStartObject();
    for (Map.Entry<String, Object> field : content.values().entrySet()) {
      out.writeFieldName(field.getKey());
      if (field.getValue() instanceof List<?> entries) {
        out.writeStartArray();
        for (Object entry : entries) {
          write(out, (Fields) entry);
        }
        out.writeEndArray();
      } else {
        writeScalar(out, field.getValue());
      }
    }
    out.writeEndObject();
  }

  private static void writeScalar(JsonGenerator out, Object value) throws IOException {
    if (value instanceof Integer number) {
      out.writeNumber(number.intValue());
    } else if (value instanceof BigDecimal amount) {
      out.writeNumber(amount);
    } else {
      out.writeString(value.toString());
    }
  }

  @Override
  public byte[] error(int status, String sentence) {
    return write("error", new Fields().with("status", status).with("message", sentence));
  }
}
