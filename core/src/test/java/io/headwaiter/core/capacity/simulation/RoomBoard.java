package io.headwaiter.core.capacity.simulation;

import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.capacity.AdaptiveController;
import java.util.Locale;

/** Prints the scores with and without a waiting room; for working on the law, not a test. */
final class RoomBoard {
  private RoomBoard() {}

  public static void main(String[] args) {
    for (double processors : new double[] {1, 4}) {
      for (double factor : new double[] {0.5, 0.8, 1, 1.2, 2, 5, 20}) {
        Shop shop = Shop.ofThink(0.7).processors(processors).offered(t -> factor);
        line(shop, factor, "none", WaitingRoomLimits.NONE);
        line(shop, factor, "0.5 s", new WaitingRoomLimits(10_000, 500_000_000L, 100_000_000L));
        line(shop, factor, "2 s", new WaitingRoomLimits(10_000, 2_000_000_000L, 200_000_000L));
      }
    }
  }

  private static void line(Shop shop, double factor, String name, WaitingRoomLimits room) {
    AdaptiveController c = new AdaptiveController(20_000_000, shop.processors());
    Score score = Simulation.run(shop, c, room, 42, 60, 160);
    System.out.printf(
        Locale.ROOT,
        "p=%.0f %4.1fx room %-6s %5.1f%%  %s c=%.2f w=%d%n",
        shop.processors(),
        factor,
        name,
        100 * score.completedPerSecond() / shop.capacityNet(Math.max(1, factor)),
        score,
        c.report().correction(),
        c.report().waitingMax());
  }
}
