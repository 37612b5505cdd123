package io.headwaiter.lab.outcome;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The outcome as JSON. What was not seen is null; an interval is a pair under the figure's name
 * with {@code Interval} behind it.
 */
public final class OutcomeJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private OutcomeJson() {}

  public static void write(Path file, ObjectNode json) throws IOException {
    MAPPER.writeValue(file.toFile(), json);
  }

  /** One check for each claim that was measured. */
  public static ObjectNode summary(
      List<Check> list, String machine, String experiment, String command) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("experiment", experiment);
    root.put("command", command);
    root.put("machine", machine);
    ArrayNode checks = root.putArray("checks");
    list.forEach(check -> checks.add(check(check)));
    return root;
  }

  /** Figures by name: estimates, numbers, words, and lists and maps of these. */
  public static ObjectNode figures(Map<?, ?> figures) {
    ObjectNode node = MAPPER.createObjectNode();
    figures.forEach((name, value) -> putExtra(node, name.toString(), value));
    return node;
  }

  private static ObjectNode check(Check check) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", check.id());
    node.put("what", check.what());
    putEstimate(node, "figure", check.figure());
    node.put("unit", check.unit());
    node.put(check.atLeast() ? "atLeast" : "atMost", check.bound());
    node.put("verdict", check.verdict().label());
    node.put("holds", check.holds());
    if (!check.reservation().isEmpty()) {
      node.put("reservation", check.reservation());
    }
    return node;
  }

  private static void putExtra(ObjectNode node, String name, Object value) {
    if (value instanceof Estimate estimate) {
      putEstimate(node, name, estimate);
    } else if (value instanceof Double number) {
      putNumber(node, name, number);
    } else if (value instanceof Map<?, ?> map) {
      node.set(name, figures(map));
    } else if (value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
      ArrayNode array = node.putArray(name);
      list.forEach(item -> array.add(figures((Map<?, ?>) item)));
    } else {
      node.set(name, MAPPER.valueToTree(value));
    }
  }

  private static void putEstimate(ObjectNode node, String name, Estimate estimate) {
    putNumber(node, name, estimate.value());
    if (estimate.hasInterval()) {
      node.putArray(name + "Interval").add(round(estimate.low())).add(round(estimate.high()));
    } else {
      node.putNull(name + "Interval");
    }
  }

  /** Whole numbers without a point; null for what was not seen. */
  private static void putNumber(ObjectNode node, String name, double value) {
    if (!Double.isFinite(value)) {
      node.putNull(name);
    } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      node.put(name, (long) value);
    } else {
      node.put(name, round(value));
    }
  }

  /** Six significant digits; the rest is noise. */
  private static double round(double value) {
    return new java.math.BigDecimal(value).round(new java.math.MathContext(6)).doubleValue();
  }
}
