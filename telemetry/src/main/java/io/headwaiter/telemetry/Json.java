package io.headwaiter.telemetry;

import java.util.Locale;
import java.util.Map;

/**
 * Writes maps, iterables, numbers, booleans and strings as JSON. It replaces a library, because an
 * application with the connector inherits every dependency of this module.
 */
final class Json {
  private Json() {}

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value) {
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Double || value instanceof Float) {
      appendDouble(out, ((Number) value).doubleValue());
    } else if (value instanceof Number n) {
      out.append(n);
    } else if (value instanceof Map<?, ?> map) {
      appendMap(out, map);
    } else if (value instanceof Iterable<?> items) {
      appendItems(out, items);
    } else {
      appendString(out, value.toString());
    }
  }

  private static void appendDouble(StringBuilder out, double value) {
    // JSON has no NaN and no infinity; six digits exceed the precision of every meter.
    out.append(Double.isFinite(value) ? String.format(Locale.ROOT, "%.6f", value) : "null");
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      appendString(out, entry.getKey().toString());
      out.append(':');
      append(out, entry.getValue());
      separator = ",";
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private static void appendItems(StringBuilder out, Iterable<?> items) {
    out.append('[');
    String separator = "";
    for (Object item : items) {
      out.append(separator);
      append(out, item);
      separator = ",";
    }
    out.append(']');
  }

  private static void appendString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
