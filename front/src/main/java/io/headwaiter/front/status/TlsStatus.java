package io.headwaiter.front.status;

import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.StatusPart;
import io.headwaiter.tls.TicketKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@code /status} and {@code /metrics} about TLS: the engines, and the secrets of the
 * ticket key file by their fingerprints, so that several nodes can be compared. Thread-safe.
 */
public final class TlsStatus implements StatusPart {
  static final FigureTable<TlsStatus> TABLE = table();

  private final Engine engine;
  private final boolean isFallback;
  private final @Nullable TicketKeys tickets;

  /** The TLS engines of a connector. */
  public enum Engine {
    /** BoringSSL. */
    BORINGSSL,
    /** The JDK's. */
    JSSE,
    /** Those of an implementation that the user has named. */
    OTHER;

    private String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param isFallback whether the JDK's engines are used because BoringSSL cannot be
   * @param tickets keys of session tickets; null if the engines have their own
   */
  public TlsStatus(Engine engine, boolean isFallback, @Nullable TicketKeys tickets) {
    this.engine = engine;
    this.isFallback = isFallback;
    this.tickets = tickets;
  }

  @Override
  public String name() {
    return "tls";
  }

  private static FigureTable<TlsStatus> table() {
    FigureTable<TlsStatus> table = new FigureTable<>();
    table.gauge("tls_engine", "engine", Unit.COUNT, "1 for the TLS engines in use, 0 for others.");
    for (Engine engine : Engine.values()) {
      table.row("", engine.label(), s -> s.engine == engine ? 1 : 0);
    }
    return table
        .gauge(
            "tls_fallback",
            Unit.COUNT,
            "1 if the JDK's engines are used because BoringSSL cannot be, else 0.")
        .row("fallback", s -> s.isFallback ? 1 : 0)
        .gauge(
            "ticket_secret",
            "fingerprint",
            Unit.COUNT,
            "Place of each secret in the ticket key file; the one at 1 encrypts.")
        .rows("...", TlsStatus::places)
        .gauge(
            "ticket_key_file_age_seconds", Unit.NANOS, "Age of the ticket key file that is in use.")
        .row("ticketKeyFileAgeMillis", TlsStatus::fileAgeNanos);
  }

  private List<String> fingerprints() {
    return tickets == null ? List.of() : tickets.fingerprints();
  }

  private Map<String, Integer> places() {
    Map<String, Integer> places = new LinkedHashMap<>();
    for (String fingerprint : fingerprints()) {
      places.put(fingerprint, places.size() + 1);
    }
    return places;
  }

  private @Nullable Long fileAgeNanos() {
    return tickets == null || tickets.fileAgeMillis().isEmpty()
        ? null
        : TimeUnit.MILLISECONDS.toNanos(tickets.fileAgeMillis().getAsLong());
  }

  @Override
  public Map<String, Object> page() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("engine", engine.label());
    TABLE.fill(map, this);
    map.put("ticketSecrets", fingerprints());
    return map;
  }

  @Override
  public void count(MetricsText metrics) {
    TABLE.count(metrics, this);
  }
}
