package io.headwaiter.lab.experiment;

import io.headwaiter.lab.search.GridSearch;
import io.headwaiter.lab.search.Knob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * A rival that is one process of the serve command, with one setting at most.
 *
 * @param name for tables
 * @param server value of {@code --server}
 * @param arguments further arguments of serve
 * @param setting what is searched; null for nothing
 */
record ServedRival(String name, String server, List<String> arguments, Setting setting)
    implements Rival {

  /**
   * A setting that may change while the server runs.
   *
   * @param control its name on the control port
   * @param whole whether it is a whole number
   * @param knob its ladder, from the sessions per second that fit
   * @param repeats how often the best is tried
   * @param trialsMax how many trials at most
   */
  record Setting(
      String control, boolean whole, DoubleFunction<Knob> knob, int repeats, int trialsMax) {}

  /** Headwaiter as it comes, on the engines of a stock Tomcat. */
  static ServedRival ours() {
    return new ServedRival(
        DemoPlan.HEADWAITER, DemoPlan.HEADWAITER, List.of("--tls", "jsse"), null);
  }

  /** Tomcat as it comes. */
  static ServedRival stock() {
    return new ServedRival(DemoPlan.STOCK, DemoPlan.STOCK, List.of(), null);
  }

  /** Tomcat with Netflix's limiter before the shop, which finds its limit itself. */
  static ServedRival gradient() {
    return new ServedRival(
        "Netflix gradient2", DemoPlan.STOCK, List.of("--limiter", "gradient2"), null);
  }

  /** Tomcat with the best bound of its connections. */
  static ServedRival staticConnections(int repeats, int trialsMax) {
    return new ServedRival(
        "static maxConnections",
        DemoPlan.STOCK,
        List.of(ShopControl.ASKED),
        new Setting(
            ShopControl.MAX_CONNECTIONS,
            /* whole= */ true,
            fits -> StaticLimitSearch.connections(),
            repeats,
            trialsMax));
  }

  /** Our own gate with the best fixed number of new visits per second. */
  static ServedRival staticRate(int repeats, int trialsMax) {
    return new ServedRival(
        "static rate",
        DemoPlan.HEADWAITER,
        List.of("--tls", "jsse", "--admission", "off", ShopControl.ASKED[0], ShopControl.ASKED[1]),
        new Setting(
            ShopControl.STATIC_PER_SECOND,
            /* whole= */ false,
            StaticLimitSearch::visitsPerSecond,
            repeats,
            trialsMax));
  }

  @Override
  public int trialsMax() {
    return setting == null ? 0 : setting.trialsMax();
  }

  @Override
  public Running start(ExperimentSetting where, DemoPlan demo)
      throws IOException, InterruptedException {
    ServerProcess process =
        where.start(
            server, "rival-" + name.replace(' ', '-'), demo, arguments.toArray(String[]::new));
    return new OneProcess(this, process, Contender.of(name, where.pinning(), process));
  }

  private record OneProcess(ServedRival rival, ServerProcess process, Contender contender)
      implements Running {
    @Override
    public Tuned tune(double fitsPerSecond, Score score) throws IOException, InterruptedException {
      Setting setting = rival.setting();
      if (setting == null) {
        return Tuned.NOTHING;
      }
      ShopControl control = ShopControl.of(process);
      GridSearch search =
          new GridSearch(
              List.of(setting.knob().apply(fitsPerSecond)), setting.repeats(), setting.trialsMax());
      return Tuned.search(search, values -> set(control, values), score);
    }

    private void set(ShopControl control, Map<String, Double> values) throws IOException {
      double value = values.values().iterator().next();
      control.set(
          rival.setting().control(),
          rival.setting().whole() ? (Object) Math.round(value) : (Object) value);
    }

    @Override
    public void close() {
      process.close();
    }
  }
}
