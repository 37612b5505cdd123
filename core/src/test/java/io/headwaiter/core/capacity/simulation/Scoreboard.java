package io.headwaiter.core.capacity.simulation;

import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.AdmissionController;
import java.util.Locale;
import java.util.function.Function;

/** Prints the scores of all scenarios; for working on the law, not a test. */
final class Scoreboard {
  private Scoreboard() {}

  public static void main(String[] args) {
    if (args.length > 0) {
      timeline(Double.parseDouble(args[0]));
      return;
    }
    for (double processors : processors()) {
      for (double think : new double[] {0.7, 7}) {
        Shop shop = Shop.ofThink(think).processors(processors);
        double warm = think > 1 ? 200 : 40;
        double end = think > 1 ? 500 : 160;
        line(shop, "half", s -> s.offered(t -> 0.5), warm, end);
        line(shop, "1x", s -> s.offered(t -> 1), warm, end);
        line(shop, "5x", s -> s.offered(t -> 5), warm, end);
        line(shop, "20x", s -> s.offered(t -> 20), warm, end);
        line(shop, "5x cold, early", s -> s.offered(t -> 5), 5, warm);
        line(
            shop,
            "5x jit",
            s -> s.offered(t -> 5).costs(Scoreboard::cold).background(t -> t < 10 ? 0.4 : 0),
            30 + think * 8.5,
            warm);
        line(shop, "step .5-20", s -> s.offered(t -> t < warm ? 0.5 : 20), warm + think * 8, end);
        line(shop, "20-1-20", s -> s.offered(t -> t > warm && t < warm + 30 ? 0.9 : 20), warm, end);
        line(
            shop,
            "cost x2 5x",
            s -> s.offered(t -> 5).costs(t -> t < warm ? 0.5 : 1),
            warm + 20 + think * 8,
            end);
        line(
            shop,
            "cost /2 5x",
            s -> s.offered(t -> 5).costs(t -> t < warm ? 2 : 1),
            warm + 20 + think * 8,
            end);
        line(shop, "steal 30% 5x", s -> s.offered(t -> 5).stolen(t -> 0.3), warm, end);
        line(shop.heavy(), "heavy 5x cold", s -> s.offered(t -> 5), 5, warm);
        line(shop.heavy(), "heavy 5x", s -> s.offered(t -> 5), warm * 2, end * 2);
        line(shop.regularVisits(), "regular 5x cold", s -> s.offered(t -> 5), 5, warm);
        line(shop.regularVisits(), "regular 5x", s -> s.offered(t -> 5), warm, end);
        line(
            shop,
            "resumed .6, new 5x",
            s -> s.offered(t -> t < warm ? 0.6 : 5).claims(t -> t < warm ? 1 : 0, 1, 0),
            warm,
            end);
        line(
            shop,
            "old res .6, new 5x",
            s -> s.offered(t -> t < warm ? 0.6 : 5).claims(t -> t < warm ? 1 : 0, 1, 3600),
            warm,
            end);
        line(shop, "2x, 25% old res", s -> s.offered(t -> 2).claims(t -> 0.25, 1, 3600), warm, end);
        line(shop, "5x, 50% forged", s -> s.offered(t -> 5).claims(t -> 0.5, 0, 0), warm, end);
        line(
            shop, "idle,burst", s -> s.offered(t -> t < 100 ? 0.1 : 5), 100 + think * 8, end + 100);
      }
    }
  }

  private static double[] processors() {
    return Boolean.getBoolean("four") ? new double[] {1, 4} : new double[] {1};
  }

  private static void timeline(double think) {
    Shop shop = Shop.ofThink(think).heavy().offered(t -> 5);
    for (double end = 5; end <= 600; end *= 1.3) {
      AdmissionController c = new AdaptiveController(20_000_000, 1);
      Score score = Simulation.run(shop, c, 42, end / 1.3, end);
      System.out.printf(
          Locale.ROOT,
          "t=%.0f %s admitted/s %.1f of %.1f V=%.1f of %.1f c=%.2f%n",
          end,
          score,
          score.admitted() / (end - end / 1.3),
          shop.capacityNet(5),
          c.report().newVisitNanos() / 1e6,
          shop.visitCpu() * 1e3,
          c.report().correction());
    }
  }

  static double cold(double second) {
    return 1 + 9 * Math.exp(-second / 4);
  }

  private static void line(
      Shop shop, String name, Function<Shop, Shop> change, double from, double to) {
    Shop changed = change.apply(shop);
    AdmissionController c = new AdaptiveController(20_000_000, shop.processors());
    Score score = Simulation.run(changed, c, 42, from, to);
    System.out.printf(
        Locale.ROOT,
        "p=%.0f think=%.1f %-14s %5.1f%% of net capacity  %s  V=%.1f c=%.2f%n",
        shop.processors(),
        shop.think(),
        name,
        100
            * score.completedPerSecond()
            / changed.capacityNet(Math.max(1, changed.offeredFactor().applyAsDouble(to))),
        score,
        c.report().newVisitNanos() / 1e6,
        c.report().correction());
  }
}
