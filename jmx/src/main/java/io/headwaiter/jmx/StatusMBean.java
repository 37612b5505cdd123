package io.headwaiter.jmx;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import org.jspecify.annotations.Nullable;

/**
 * The figures of {@code /status} as attributes that can only be read. An attribute has the key of
 * its figure, with underscores between nested keys: {@code capacity_neededProcessors}. Lists are
 * left out. Thread-safe.
 */
final class StatusMBean implements DynamicMBean {
  private final Supplier<Map<String, Object>> status;

  /**
   * @param status reads the figures: nested maps of numbers, booleans and strings
   */
  StatusMBean(Supplier<Map<String, Object>> status) {
    this.status = status;
  }

  private Map<String, Object> figures() {
    Map<String, Object> flat = new TreeMap<>();
    flatten("", status.get(), flat);
    return flat;
  }

  private static void flatten(String above, Map<?, ?> map, Map<String, Object> flat) {
    map.forEach(
        (key, value) -> {
          String name = above + key;
          if (value instanceof Map<?, ?> nested) {
            flatten(name + "_", nested, flat);
          } else if (value instanceof Number
              || value instanceof Boolean
              || value instanceof String) {
            flat.put(name, value);
          }
        });
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    Object value = figures().get(name);
    if (value == null) {
      throw new AttributeNotFoundException(name + " has no value at present.");
    }
    return value;
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    Map<String, Object> figures = figures();
    AttributeList list = new AttributeList();
    for (String name : names) {
      if (figures.containsKey(name)) {
        list.add(new Attribute(name, figures.get(name)));
      }
    }
    return list;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " can only be read.");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public @Nullable Object invoke(
      String name, Object @Nullable [] arguments, String @Nullable [] signature) {
    throw new UnsupportedOperationException("There are no operations.");
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] attributes =
        figures().entrySet().stream()
            .map(
                figure ->
                    new MBeanAttributeInfo(
                        figure.getKey(),
                        figure.getValue().getClass().getName(),
                        "Figure of /status; docs/metrics.md says what it means.",
                        /* isReadable= */ true,
                        /* isWritable= */ false,
                        /* isIs= */ false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(
        StatusMBean.class.getName(),
        "Overload control of a connector.",
        attributes,
        null,
        null,
        null);
  }
}
