package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.control.PoolAction;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.control.PoolController;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The first change that a controller makes on random servers under overload, with a thousand
 * requests an interval. Half of the servers have a profile that overstates one of its points, the
 * other half a true profile and random first sizes. The effect of the change is solved, not
 * measured.
 */
@Tag("once")
public class RollBackTest {
  private static final int SERVERS = 60;
  private static final long FIRST_SEED = 2000;
  private static final int M_MIN = 5;
  private static final int M_MAX = 30;
  private static final double REQUESTS = 1000;
  private static final int INTERVALS_MAX = 1500;
  private static final double BOAST = 1.25;
  private static final ProfilingSettings PROFILING =
      new ProfilingSettings(M_MIN, M_MAX, M_MAX, 12, 0.02, 0.05, 1.3, 1000);
  private static final PoolControlSettings SETTINGS =
      new PoolControlSettings(M_MAX, M_MAX, 20_000_000_000L, 0.02, 0.02, 10);

  private static final List<Change> CHANGES = new ArrayList<>();

  /**
   * One change.
   *
   * @param loss fraction of the rate before the change
   * @param intervals number until the verdict
   */
  public record Change(double loss, PoolAction verdict, int intervals) {
    public boolean undone() {
      return verdict == PoolAction.ROLL_BACK;
    }
  }

  @BeforeAll
  public static void judge() {
    for (int i = 0; i < SERVERS; i++) {
      SplittableRandom dice = new SplittableRandom(FIRST_SEED + i);
      SaturatedSystem system = SaturatedSystem.random(dice);
      Profile profile =
          new ProfilingRig(system, 20_000, dice).planned(PROFILING).profile().orElseThrow();
      boolean boasting = i % 2 == 0;
      PoolSizes first = boasting ? best(profile) : sizes(dice);
      Profile told = boasting ? boasting(profile, dice) : profile;
      LiveServer server = new LiveServer(system, REQUESTS, 1.3, first, dice);
      firstChange(server, new PoolController(SETTINGS, told, first)).ifPresent(CHANGES::add);
    }
  }

  private static PoolSizes best(Profile profile) {
    PoolModel model = new PoolModel(new ProfileSurface(profile), profile.mix());
    return new PoolOptimizer(model).best().orElseThrow().sizes();
  }

  private static PoolSizes sizes(SplittableRandom dice) {
    int m = M_MIN + dice.nextInt(M_MAX - M_MIN + 1);
    return new PoolSizes(m, 1 + dice.nextInt(m));
  }

  /** Returns the profile with the rate of one point raised to a quarter above the highest. */
  private static Profile boasting(Profile profile, SplittableRandom dice) {
    List<ProfilePoint> points = new ArrayList<>(profile.points());
    double most =
        points.stream().mapToDouble(ProfilePoint::completedSessionsPerSecond).max().orElseThrow();
    int k = dice.nextInt(points.size());
    ProfilePoint p = points.get(k);
    points.set(
        k,
        new ProfilePoint(
            p.threads(),
            p.connections(),
            p.types(),
            2 * BOAST * most,
            BOAST * most,
            p.completedRequests(),
            p.threadsBusy()));
    return new Profile(profile.mix(), points);
  }

  private static Optional<Change> firstChange(LiveServer server, PoolController controller) {
    PoolSizes before = server.sizes();
    int applied = 0;
    for (int i = 0; i < INTERVALS_MAX; i++) {
      PoolSizes now = server.sizes();
      PoolAction action = server.run(controller).action();
      applied = action == PoolAction.APPLY ? i : applied;
      if (action == PoolAction.ROLL_BACK || action == PoolAction.CONFIRM) {
        return Optional.of(
            new Change(1 - server.rate(now) / server.rate(before), action, i - applied));
      }
    }
    return Optional.empty();
  }

  private static List<Change> harmful() {
    return CHANGES.stream().filter(c -> c.loss() >= SETTINGS.lossMin()).toList();
  }

  private static List<Change> harmless() {
    return CHANGES.stream().filter(c -> c.loss() <= 0).toList();
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    CHANGES.forEach(
        c ->
            table.append(
                String.format(
                    Locale.ROOT, "loss %.3f %s after %d%n", c.loss(), c.verdict(), c.intervals())));
    return table.toString();
  }

  @Test
  public void rollsBackNineteenOfTwentyHarmfulChanges() {
    assertThat(harmful().size()).as(table()).isGreaterThanOrEqualTo(20);
    long undone = harmful().stream().filter(Change::undone).count();
    assertThat(undone).as(table()).isGreaterThanOrEqualTo((harmful().size() * 19 + 19) / 20);
  }

  @Test
  public void harmlessChangesStay() {
    assertThat(harmless().size()).as(table()).isGreaterThanOrEqualTo(20);
    assertThat(harmless()).as(table()).noneMatch(Change::undone);
  }
}
