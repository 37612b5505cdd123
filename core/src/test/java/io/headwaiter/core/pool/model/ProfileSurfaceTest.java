package io.headwaiter.core.pool.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.hipparchus.analysis.BivariateFunction;
import org.hipparchus.analysis.interpolation.PiecewiseBicubicSplineInterpolator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

public class ProfileSurfaceTest {
  private static final int[] PAPER_M = {5, 10, 15, 20, 30, 50};
  private static final int[] PAPER_N = {1, 2, 4, 5, 10, 15, 20, 30, 40};
  private static final RequestMix MIX = new RequestMix(Map.of("a", 1.0));

  private static ProfilePoint point(int m, int n, double p, double q) {
    Moments without = new Moments(100, p, p * p);
    return new ProfilePoint(
        m, n, List.of(new TypeProfile("a", without, new Moments(100, q, q * q))), 1, 0, 0, 0);
  }

  private interface Nanos {
    double at(int m, int n);
  }

  private static ProfileSurface paperGrid(Nanos p, Nanos q) {
    List<ProfilePoint> points = new ArrayList<>();
    for (int m : PAPER_M) {
      for (int n : PAPER_N) {
        if (n <= m) {
          points.add(point(m, n, p.at(m, n), q.at(m, n)));
        }
      }
    }
    assertThat(points).hasSize(39);
    return new ProfileSurface(new Profile(MIX, points));
  }

  /** With five by five points Hipparchus takes the whole rectangle for its window. */
  @RepeatedTest(50)
  public void agreesWithHipparchusOnRectangle(RepetitionInfo info) {
    SplittableRandom dice = new SplittableRandom(info.getCurrentRepetition());
    double[] ms = {10, 12, 17, 20, 30};
    double[] ns = {1, 2, 4, 5, 10};
    double[][] f = new double[5][5];
    List<ProfilePoint> points = new ArrayList<>();
    for (int j = 0; j < 5; j++) {
      for (int i = 0; i < 5; i++) {
        f[i][j] = 100 + 20 * dice.nextDouble();
        points.add(point((int) ms[j], (int) ns[i], f[i][j], 1));
      }
    }
    ProfileSurface surface = new ProfileSurface(new Profile(MIX, points));
    BivariateFunction oracle = new PiecewiseBicubicSplineInterpolator().interpolate(ns, ms, f);
    for (int m = 10; m <= 30; m++) {
      for (int n = 1; n <= 10; n++) {
        assertThat(surface.withoutConnectionNanos("a", m, n))
            .isCloseTo(oracle.value(n, m), within(1e-9));
      }
    }
  }

  @Test
  public void goesThroughPublishedGrid() {
    ProfileSurface surface = paperGrid((m, n) -> 10 + m, (m, n) -> 7.0 * n * n);
    for (int m : PAPER_M) {
      for (int n : PAPER_N) {
        if (n <= m) {
          assertThat(surface.withoutConnectionNanos("a", m, n)).isCloseTo(10 + m, within(1e-9));
          assertThat(surface.withConnectionNanos("a", m, n)).isCloseTo(7.0 * n * n, within(1e-9));
        }
      }
    }
  }

  /** q / N is interpolated, so a time proportional to N is exact. */
  @Test
  public void isExactForLinearTimes() {
    ProfileSurface surface = paperGrid((m, n) -> 10 + 2 * m, (m, n) -> 3.0 * n);
    for (int m = 5; m <= 40; m++) {
      for (int n = 1; n <= m; n++) {
        assertThat(surface.withoutConnectionNanos("a", m, n)).isCloseTo(10 + 2 * m, within(1e-9));
        assertThat(surface.withConnectionNanos("a", m, n)).isCloseTo(3.0 * n, within(1e-9));
      }
    }
  }

  @Test
  public void coversWholeTriangle() {
    ProfileSurface surface = paperGrid((m, n) -> 10 + m, (m, n) -> 7.0 * n * n);
    for (int m = 5; m <= 50; m++) {
      for (int n = 1; n <= Math.min(m, 40); n++) {
        assertThat(surface.refusal(m, n)).isEmpty();
      }
    }
  }

  @Test
  public void explainsWhyItDoesNotExtrapolate() {
    ProfileSurface surface = paperGrid((m, n) -> 10 + m, (m, n) -> 7.0 * n * n);
    assertThat(surface.refusal(4, 2))
        .contains("with 2 connections 5 to 50 threads were profiled, got 4: profile there first");
    assertThat(surface.refusal(51, 2)).isPresent();
    assertThat(surface.refusal(50, 41))
        .contains("with 41 connections 5 to 30 threads were profiled, got 50: profile there first");
    assertThat(surface.refusal(10, 11))
        .contains("connections must be 1 to the number of threads, got 11 of 10");
    assertThat(surface.refusal(10, 0)).isPresent();
    assertThatThrownBy(() -> surface.withoutConnectionNanos("a", 4, 2))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessageContaining("profile there first");
    assertThatThrownBy(() -> surface.withoutConnectionNanos("b", 10, 2))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessage("request types [a] were profiled, got b: profile it first");
  }

  /** A spike among the points must not cause values far below all measured ones. */
  @Test
  public void boundsOvershoot() {
    ProfileSurface surface = paperGrid((m, n) -> m == 20 && n == 10 ? 1e6 : 10, (m, n) -> 7.0 * n);
    for (int m = 5; m <= 40; m++) {
      for (int n = 1; n <= m; n++) {
        assertThat(surface.withoutConnectionNanos("a", m, n)).isBetween(5.0, 2e6);
      }
    }
  }

  @Test
  public void typeWithoutDatabaseTakesNoConnection() {
    ProfilePoint plain =
        new ProfilePoint(
            10,
            5,
            List.of(new TypeProfile("a", new Moments(100, 50, 1), Moments.NONE)),
            1,
            0,
            0,
            0);
    ProfileSurface surface = new ProfileSurface(new Profile(MIX, List.of(plain)));
    assertThat(surface.withConnectionNanos("a", 10, 5)).isZero();
    PoolDemand demand = surface.demand(MIX, 10, 5);
    assertThat(demand.connectionRatePerSecond(5)).isInfinite();
    assertThat(demand.finiteSourceRatePerSecond(10, 5)).isCloseTo(10 / 50e-9, within(1.0));
  }

  @Test
  public void rejectsInconsistentProfiles() {
    ProfilePoint a = point(10, 5, 1, 1);
    assertThatThrownBy(() -> new Profile(MIX, List.of(a, a)))
        .hasMessageContaining("10 threads, 5 connections twice");
    assertThatThrownBy(() -> new Profile(new RequestMix(Map.of("b", 1.0)), List.of(a)))
        .hasMessage("the mix must be of profiled types [a], got [b]");
    assertThatThrownBy(() -> point(5, 6, 1, 1)).hasMessage("connections must be 1 to 5, got 6");
  }

  /** If 10 connections are the most that were profiled, nothing is known about 34. */
  @Test
  public void rejectsMoreConnectionsThanProfiled() {
    ProfileSurface scattered =
        new ProfileSurface(
            new Profile(
                MIX, List.of(point(40, 10, 9, 30), point(9, 8, 5, 20), point(4, 4, 4, 15))));
    assertThat(scattered.contains(40, 10)).isTrue();
    assertThat(scattered.contains(11, 10)).isTrue();
    assertThat(scattered.contains(40, 11)).isFalse();
    assertThatThrownBy(() -> scattered.withConnectionNanos("a", 40, 34))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessage("4 to 10 connections were profiled, got 34: profile there first");
  }

  /** With virtual threads the processors' use is known, but not each type's processor time. */
  @Test
  public void ignoresProcessorUseWithoutTypeTimes() {
    RequestMix other = new RequestMix(Map.of("a", 1.0, "b", 4.0));
    ProfileSurface surface = twoTypes(ProcessorUse.UNKNOWN);
    PoolDemand unknown = surface.demand(other, 20, 10);
    assertThat(twoTypes(new ProcessorUse(0.9, 1)).demand(other, 20, 10)).isEqualTo(unknown);
    double asProfiled =
        surface.withoutConnectionNanos("a", 20, 10)
            + 4 * surface.withoutConnectionNanos("b", 20, 10);
    assertThat(unknown.threadNanos()).isNotCloseTo(asProfiled, within(0.01 * asProfiled));
  }

  private static final RequestMix MIX_OF_TWO = new RequestMix(Map.of("a", 1.0, "b", 1.0));

  private static ProfileSurface twoTypes(ProcessorUse processors) {
    List<ProfilePoint> points = new ArrayList<>();
    for (int[] sizes : new int[][] {{40, 40}, {40, 10}, {9, 8}, {4, 4}}) {
      Moments p = new Moments(100, 10.0 * sizes[0], 1);
      Moments q = new Moments(100, 20.0 * sizes[1], 1);
      List<TypeProfile> types = List.of(new TypeProfile("a", p, q), new TypeProfile("b", q, p));
      points.add(new ProfilePoint(sizes[0], sizes[1], types, 1, 0, 200, sizes[0], processors));
    }
    return new ProfileSurface(new Profile(MIX_OF_TWO, points));
  }
}
