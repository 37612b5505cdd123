package io.headwaiter.front.pools;

import io.headwaiter.core.pool.control.LoggedDecision;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.control.PoolDecision;
import io.headwaiter.core.pool.profile.PoolSizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The part of {@code /status} about the pools: sizes, what they carry, and the reasons. */
final class PoolStatus {
  /** How many of the last decisions are shown. */
  static final int LOG_MAX = 50;

  private static final double NANOS_PER_SECOND = 1e9;

  private PoolStatus() {}

  /** Returns the page before the first decision. */
  static Map<String, Object> before(PoolControlSettings settings, PoolSizes sizes) {
    Map<String, Object> page = new LinkedHashMap<>();
    putSizes(page, sizes);
    putBounds(page, settings);
    page.put("reason", "nothing was measured yet");
    return page;
  }

  /**
   * Returns the page after a decision.
   *
   * @param log oldest first
   * @param failure why the sizes are not set; empty if they are
   */
  static Map<String, Object> of(
      PoolControlSettings settings,
      PoolDecision decision,
      List<LoggedDecision> log,
      String failure) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("profile", decision.expired().isPresent() ? "expired" : "valid");
    putSizes(page, decision.sizes());
    putBounds(page, settings);
    putRate(page, decision);
    page.put("action", name(decision));
    page.put("reason", decision.reason());
    if (!failure.isEmpty()) {
      page.put("failure", failure);
    }
    List<Object> news = new ArrayList<>();
    for (LoggedDecision d : log.subList(Math.max(0, log.size() - LOG_MAX), log.size())) {
      news.add(news(d, decision.nowNanos()));
    }
    page.put("log", news);
    return page;
  }

  private static Map<String, Object> news(LoggedDecision logged, long nowNanos) {
    PoolDecision decision = logged.last();
    Map<String, Object> news = new LinkedHashMap<>();
    news.put("secondsAgo", (nowNanos - logged.firstNanos()) / NANOS_PER_SECOND);
    if (logged.times() > 1) {
      news.put("times", logged.times());
      news.put("lastSecondsAgo", (nowNanos - decision.nowNanos()) / NANOS_PER_SECOND);
    }
    news.put("action", name(decision));
    putSizes(news, decision.sizes());
    putRate(news, decision);
    news.put("reason", decision.reason());
    return news;
  }

  private static String name(PoolDecision decision) {
    return decision.action().name().toLowerCase(Locale.ROOT);
  }

  private static void putSizes(Map<String, Object> map, PoolSizes sizes) {
    map.put("threads", sizes.threads());
    map.put("connections", sizes.connections());
  }

  private static void putBounds(Map<String, Object> map, PoolControlSettings settings) {
    map.put("threadsMax", settings.threadsMax());
    map.put("connectionsMax", settings.connectionsMax());
  }

  private static void putRate(Map<String, Object> map, PoolDecision decision) {
    decision
        .rate()
        .ifPresent(
            rate -> {
              map.put("sessionsPerSecond", rate.sessionsPerSecond());
              map.put("sessionsPerSecondLow", rate.lowSessionsPerSecond());
              map.put("sessionsPerSecondHigh", rate.highSessionsPerSecond());
              map.put("bottleneck", rate.bottleneck().name().toLowerCase(Locale.ROOT));
            });
  }
}
