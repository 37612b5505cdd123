package io.headwaiter.telemetry;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.DecisionListener;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.TokenBucket;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports decisions as JFR events {@code io.headwaiter.Refusal} and {@code
 * io.headwaiter.Admission}, which a recording must enable. At most {@value #PER_SECOND} a second of
 * each are recorded, the first ones of a burst. Every event says how many were skipped before it,
 * so that their sum is right.
 *
 * <p>Thread-safe. While no recording enables them, a decision costs one check of a flag and
 * allocates nothing.
 */
public final class DecisionEvents implements DecisionListener {
  static final int PER_SECOND = 100;

  // Used only to check whether events of their kind are enabled.
  private static final RefusalEvent REFUSALS = new RefusalEvent();
  private static final AdmissionEvent ADMISSIONS = new AdmissionEvent();

  private final String connector;
  private final Sample refusals;
  private final Sample admissions;

  /**
   * Creates a listener that is not registered yet.
   *
   * @param connector a name, to tell events of several connectors apart
   * @param clockNanos monotonic
   */
  public DecisionEvents(String connector, LongSupplier clockNanos) {
    this.connector = Objects.requireNonNull(connector, "connector");
    this.refusals = new Sample(clockNanos);
    this.admissions = new Sample(clockNanos);
  }

  @Override
  public void admitted(Entry entry) {
    if (ADMISSIONS.isEnabled()) {
      commitAdmission(entry);
    }
  }

  @Override
  public void refused(RefusalReason reason, @Nullable Entry entry) {
    if (REFUSALS.isEnabled()) {
      commitRefusal(reason, entry, /* shadow= */ false);
    }
  }

  @Override
  public void wouldRefuse(RefusalReason reason, Entry entry) {
    if (REFUSALS.isEnabled()) {
      commitRefusal(reason, entry, /* shadow= */ true);
    }
  }

  private void commitAdmission(Entry entry) {
    long skipped = admissions.take();
    if (skipped >= 0) {
      AdmissionEvent event = new AdmissionEvent();
      event.connector = connector;
      event.entry = label(entry);
      event.skipped = skipped;
      event.commit();
    }
  }

  private void commitRefusal(RefusalReason reason, @Nullable Entry entry, boolean shadow) {
    long skipped = refusals.take();
    if (skipped >= 0) {
      RefusalEvent event = new RefusalEvent();
      event.connector = connector;
      event.reason = reason.label();
      event.entry = entry == null ? null : label(entry);
      event.shadow = shadow;
      event.skipped = skipped;
      event.commit();
    }
  }

  private static String label(Entry entry) {
    return entry.name().toLowerCase(Locale.ROOT);
  }

  /** Limits the rate of events. */
  private static final class Sample {
    private final LongSupplier clockNanos;
    private final TokenBucket bucket = new TokenBucket(PER_SECOND, PER_SECOND);
    private long skipped;

    Sample(LongSupplier clockNanos) {
      this.clockNanos = clockNanos;
    }

    /** Returns the events skipped since the last recorded one; negative if this one is, too. */
    synchronized long take() {
      if (!bucket.tryTake(clockNanos.getAsLong())) {
        skipped++;
        return -1;
      }
      long before = skipped;
      skipped = 0;
      return before;
    }
  }
}
