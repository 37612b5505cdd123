package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a message: names with their values, in order. A value is text, a whole number, an
 * amount, or a list of entries, which have names and values of their own. Not thread-safe.
 */
final class Fields {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Adds text; characters that JSON or XML cannot carry are replaced. */
  Fields with(String name, String text) {
    return put(name, Carried.text(text));
  }

  /** Adds a whole number or an amount. */
  Fields with(String name, Number number) {
    return put(name, number);
  }

  /** Adds a list; its name is a plural, as "lines". */
  Fields with(String name, List<Fields> entries) {
    return put(name, entries);
  }

  private Fields put(String name, Object value) {
    if (!add(name, value)) {
      throw new IllegalStateException("The message has two values named " + name);
    }
    return this;
  }

  /** Adds a value that was read, unchanged; returns false if the name has one already. */
  boolean add(String name, Object value) {
    return values.putIfAbsent(name, value) == null;
  }

  /** Returns names and values in their order. */
  Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }

  /** Returns typed, bounded access to the values that are no lists. */
  Parameters parameters() {
    return new Parameters(this::text);
  }

  private String text(String name) {
    Object value = values.get(name);
    if (value instanceof List) {
      throw PageError.badRequest("The parameter " + name + " is a list; give one value.");
    }
    return value == null ? null : value.toString();
  }

  /**
   * Returns the entries of a list.
   *
   * @throws PageError with status 400 unless there are 1 to {@code most}
   */
  @SuppressWarnings("unchecked") // lists have no other elements
  List<Fields> entries(String name, int most) {
    int size = values.get(name) instanceof List<?> list ? list.size() : 0;
    if (size < 1 || size > most) {
      throw PageError.badRequest(
          "The list " + name + " has " + size + " entries; give 1 to " + most + ".");
    }
    return (List<Fields>) values.get(name);
  }
}
