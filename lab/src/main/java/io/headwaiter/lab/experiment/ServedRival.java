package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A rival that is one process of the serve command, with one knob at most.
 *
 * @param name for tables
 * @param server value of {@code --server}
 * @param arguments further arguments of serve
 * @param knob what is searched; null for nothing
 */
record ServedRival(String name, String server, List<String> arguments, Knob knob) implements Rival {

  /**
   * A setting that may change while the server runs.
   *
   * @param control its name on the control port
   * @param words says a value
   * @param grid values to try, from the sessions per second that fit
   * @param refinements how many more
   * @param whole whether it is a whole number
   */
  record Knob(
      String control,
      DoubleFunction<String> words,
      DoubleFunction<List<Double>> grid,
      int refinements,
      boolean whole) {}

  private static final List<Double> RATES = List.of(0.7, 0.8, 0.86, 0.92, 0.98, 1.04, 1.1, 1.2);
  private static final List<Double> CONNECTIONS =
      List.of(8.0, 16.0, 32.0, 64.0, 96.0, 128.0, 192.0, 256.0, 512.0);
  private static final int EVERY_SECOND = 2;

  /** Headwaiter as it comes, on the engines of a stock Tomcat. */
  static ServedRival ours() {
    return new ServedRival(
        DemoPlan.HEADWAITER, DemoPlan.HEADWAITER, List.of("--tls", "jsse"), null);
  }

  /** Tomcat as it comes. */
  static ServedRival stock() {
    return new ServedRival(DemoPlan.STOCK, DemoPlan.STOCK, List.of(), null);
  }

  /** Tomcat with the best bound of its connections. */
  static ServedRival staticConnections(boolean quick) {
    return new ServedRival(
        "static maxConnections",
        DemoPlan.STOCK,
        List.of(ShopControl.ASKED),
        new Knob(
            ShopControl.MAX_CONNECTIONS,
            value -> "maxConnections " + Math.round(value),
            fits -> thinned(CONNECTIONS, quick, 1),
            quick ? 0 : 3,
            /* whole= */ true));
  }

  /** Our own gate with the best fixed number of new visits per second. */
  static ServedRival staticRate(boolean quick) {
    List<String> arguments = new ArrayList<>(List.of("--tls", "jsse", "--admission", "off"));
    arguments.addAll(List.of(ShopControl.ASKED));
    return new ServedRival(
        "static rate",
        DemoPlan.HEADWAITER,
        arguments,
        new Knob(
            ShopControl.STATIC_PER_SECOND,
            value -> String.format(java.util.Locale.ROOT, "%.2f new visits a second", value),
            fits -> thinned(RATES, quick, fits),
            quick ? 0 : 3,
            /* whole= */ false));
  }

  /** All values times a factor, or every second one. */
  static List<Double> thinned(List<Double> values, boolean quick, double factor) {
    List<Double> grid = new ArrayList<>();
    for (int i = quick ? 1 : 0; i < values.size(); i += quick ? EVERY_SECOND : 1) {
      grid.add(values.get(i) * factor);
    }
    return grid;
  }

  /** How many settings are tried at most. */
  int trials() {
    return knob == null ? 0 : knob.grid().apply(1).size() + knob.refinements();
  }

  @Override
  public Running start(ExperimentSetting setting, DemoPlan demo)
      throws IOException, InterruptedException {
    ServerProcess process =
        setting.start(server, name.replace(' ', '-'), demo, arguments.toArray(String[]::new));
    return new OneProcess(this, process, Contender.of(name, setting.pinning(), process));
  }

  private record OneProcess(ServedRival rival, ServerProcess process, Contender contender)
      implements Running {
    @Override
    public Tuned tune(double fitsPerSecond, Score score) throws IOException, InterruptedException {
      Knob knob = rival.knob();
      if (knob == null) {
        return Tuned.NOTHING;
      }
      ShopControl control = ShopControl.of(process);
      SettingSearch.Found found =
          SettingSearch.search(
              knob.grid().apply(fitsPerSecond),
              knob.refinements(),
              knob.whole(),
              value -> {
                control.set(knob.control(), said(knob, value));
                return score.completedPerSecond();
              });
      control.set(knob.control(), said(knob, found.best()));
      return new Tuned(knob.words().apply(found.best()), found.scores().size());
    }

    private static Object said(Knob knob, double value) {
      return knob.whole() ? (Object) Math.round(value) : (Object) value;
    }

    @Override
    public void close() {
      process.close();
    }
  }
}
