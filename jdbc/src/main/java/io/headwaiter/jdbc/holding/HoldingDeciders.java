package io.headwaiter.jdbc.holding;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The holding laws by type of request. A type gets its own law once a request of it was served with
 * success, so that made-up addresses do not fill the table. All other types share one.
 */
public final class HoldingDeciders {
  /** The most types with a law of their own; further types share the law of all others. */
  public static final int TYPES_MAX = 64;

  public static final String OTHERS = "(others)";

  private final ConnectionValue price;
  private final Map<String, HoldingDecider> byType = new ConcurrentHashMap<>();
  private final HoldingDecider others;

  public HoldingDeciders(ConnectionValue price) {
    this.price = price;
    others = new HoldingDecider(price);
  }

  public HoldingDecider of(String type) {
    HoldingDecider known = byType.get(type);
    return known == null ? others : known;
  }

  /** Notes that a request of this type was served with success. */
  public void served(String type) {
    if (byType.size() < TYPES_MAX && !byType.containsKey(type)) {
      synchronized (byType) {
        if (byType.size() < TYPES_MAX) {
          byType.computeIfAbsent(type, t -> new HoldingDecider(price));
        }
      }
    }
  }

  public void forEach(Consumer<Map.Entry<String, HoldingDecider>> reader) {
    byType.entrySet().forEach(reader);
    reader.accept(Map.entry(OTHERS, others));
  }
}
