package io.headwaiter.lab.model;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The shop that all servers of an experiment serve.
 *
 * @param keepAlive how long an idle connection is kept
 * @param pageWorkKib additional work of every dynamic page, KiB hashed
 * @param arguments further ones of the command
 * @param settings by their names on the control port, put in force after the warm-up
 */
public record ShopSpec(
    Duration keepAlive,
    int pageWorkKib,
    List<String> arguments,
    SortedMap<String, Integer> settings) {
  /** The shop of a server that runs already, of which nothing is known. */
  public static final ShopSpec UNKNOWN =
      new ShopSpec(Duration.ZERO, 0, List.of(), Collections.emptySortedMap());

  /** Keep-alive before scaling, as the think time is scaled. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  /** Copies the collections. */
  public ShopSpec {
    arguments = List.copyOf(arguments);
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Returns the shop that these customers come to. */
  public static ShopSpec of(Customers customers, String... arguments) {
    Duration keepAlive =
        Duration.ofMillis(Math.round(KEEP_ALIVE.toMillis() * customers.thinkScale()));
    return new ShopSpec(
        keepAlive, customers.pageWorkKib(), List.of(arguments), Collections.emptySortedMap());
  }

  /** Returns the same with another keep-alive time. */
  public ShopSpec withKeepAlive(Duration time) {
    return new ShopSpec(time, pageWorkKib, arguments, settings);
  }

  /** Returns the same with a setting that is put in force after the warm-up. */
  public ShopSpec setLater(String name, int value) {
    SortedMap<String, Integer> more = new TreeMap<>(settings);
    more.put(name, value);
    return new ShopSpec(keepAlive, pageWorkKib, arguments, more);
  }
}
