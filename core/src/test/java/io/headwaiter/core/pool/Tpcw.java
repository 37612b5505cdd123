package io.headwaiter.core.pool;

import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tables I and II of Totok and Karamcheti 2010, and the session lengths that go with them. */
public final class Tpcw {
  static final String[] TYPES = {
    "Home", "Search", "Item", "Add To Cart", "Cart", "Register", "Buy Request", "Buy Confirm"
  };
  private static final double[] PROFILING = {6.82, 31.93, 42.73, 4.76, 2.03, 3.58, 3.58, 3.58};
  private static final double[] LOAD_1 = {5.53, 30.31, 57.73, 1.76, 0.7, 1.32, 1.32, 1.32};
  private static final double[] LOAD_2 = {5.37, 48.07, 41.55, 1.39, 0.53, 1.03, 1.03, 1.03};
  static final double[] IDLE_P = {97, 46, 9, 24, 2, 2, 94, 93};
  static final double[] IDLE_Q = {0, 50, 9, 5, 0, 0, 59, 112};
  private static final double[] FULL_P = {235, 101, 26, 61, 8, 7, 205, 230};
  private static final double[] FULL_Q = {0, 646, 311, 227, 0, 0, 940, 1165};

  private Tpcw() {}

  public static RequestMix profilingLoad() {
    return mix(PROFILING, 14.67);
  }

  public static RequestMix load1() {
    return mix(LOAD_1, 18.07);
  }

  public static RequestMix load2() {
    return mix(LOAD_2, 18.62);
  }

  private static RequestMix mix(double[] percent, double length) {
    Map<String, Double> visits = new TreeMap<>();
    for (int i = 0; i < TYPES.length; i++) {
      visits.put(TYPES[i], percent[i] / 100 * length);
    }
    return new RequestMix(visits);
  }

  static ProfilePoint underloaded() {
    return point(30, 30, IDLE_P, IDLE_Q);
  }

  /** M = N = 30 under load. */
  public static ProfilePoint loaded() {
    return point(30, 30, FULL_P, FULL_Q);
  }

  /** The loaded times at other sizes. */
  public static ProfilePoint loaded(int m, int n) {
    return point(m, n, FULL_P, FULL_Q);
  }

  private static ProfilePoint point(int m, int n, double[] p, double[] q) {
    List<TypeProfile> types = new ArrayList<>();
    for (int i = 0; i < TYPES.length; i++) {
      types.add(new TypeProfile(TYPES[i], moments(p[i]), q[i] > 0 ? moments(q[i]) : Moments.NONE));
    }
    return new ProfilePoint(m, n, types, 5, 0, 0, 0);
  }

  private static Moments moments(double millis) {
    return new Moments(1000, millis * 1e6, millis * millis * 1e12);
  }
}
