package io.headwaiter.load.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A message to the supplier under construction: at least one name with its value, in order. Values
 * are numbers and plain words of the workload; none has a character that JSON or XML must escape.
 * Not thread-safe.
 */
final class SupplierMessage {
  private static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String NAMESPACE = "urn:headwaiter:supplier";

  private final List<Field> fields = new ArrayList<>();

  /** A name with a whole number, text, or a list of entries. */
  private record Field(String name, Object value) {}

  /** Adds text or a whole number. */
  SupplierMessage with(String name, Object value) {
    fields.add(new Field(name, value));
    return this;
  }

  /** Adds a list, which must not be empty; its name is a plural, as "lines". */
  SupplierMessage withList(String name, List<SupplierMessage> entries) {
    fields.add(new Field(name, entries));
    return this;
  }

  /** Returns the message with this name as the body of a request. */
  RequestBody body(SupplierFormat format, String name) {
    StringBuilder out = new StringBuilder(512);
    if (format == SupplierFormat.JSON) {
      out.append("{\"").append(name).append("\":");
      json(out);
      out.append('}');
    } else {
      out.append("<s:Envelope xmlns:s=\"").append(ENVELOPE).append("\"><s:Body><").append(name);
      out.append(" xmlns=\"").append(NAMESPACE).append("\">");
      xml(out);
      out.append("</").append(name).append("></s:Body></s:Envelope>");
    }
    return new RequestBody(format.contentType(), out.toString());
  }

  private void json(StringBuilder out) {
    char before = '{';
    for (Field field : fields) {
      out.append(before).append('"').append(field.name()).append("\":");
      before = ',';
      if (field.value() instanceof List<?> entries) {
        char between = '[';
        for (Object entry : entries) {
          out.append(between);
          between = ',';
          ((SupplierMessage) entry).json(out);
        }
        out.append(']');
      } else if (field.value() instanceof Integer number) {
        out.append(number);
      } else {
        out.append('"').append(field.value()).append('"');
      }
    }
    out.append('}');
  }

  private void xml(StringBuilder out) {
    for (Field field : fields) {
      String name = field.name();
      out.append('<').append(name).append('>');
      if (field.value() instanceof List<?> entries) {
        String one = name.substring(0, name.length() - 1);
        for (Object entry : entries) {
          out.append('<').append(one).append('>');
          ((SupplierMessage) entry).xml(out);
          out.append("</").append(one).append('>');
        }
      } else {
        out.append(field.value());
      }
      out.append("</").append(name).append('>');
    }
  }
}
