package io.headwaiter.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.server.StatusReader;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks of a running server, by its {@code /status}. */
public final class ServerChecks {
  private static final double PART_SMALL = 0.1;
  // Some descriptors are kept for files, so the default is cut a little on many machines.
  private static final double MANY_OF_WANTED = 0.9;

  private final JsonNode status;
  private final List<Finding> findings = new ArrayList<>();

  private ServerChecks(JsonNode status) {
    this.status = status;
  }

  /**
   * Asks a server, and returns what all checks find.
   *
   * @param admin its admin endpoint, such as http://127.0.0.1:9180/
   */
  public static List<Finding> at(URI admin) {
    try {
      return of(StatusReader.status(admin));
    } catch (JsonProcessingException e) {
      return List.of(unknown(admin, "its /status is no JSON"));
    } catch (IOException | IllegalArgumentException | ClassCastException e) {
      return List.of(unknown(admin, e.getMessage()));
    }
  }

  private static Finding unknown(URI admin, String why) {
    return Finding.wrong(
        admin + " gives no status: " + why + ".",
        "Name the address of a running server's adminPort, such as http://127.0.0.1:9180/.");
  }

  /** Returns what all checks find in the content of a {@code /status}. */
  static List<Finding> of(JsonNode status) {
    ServerChecks checks = new ServerChecks(status);
    checks.decides();
    checks.engines();
    checks.connections();
    checks.processors();
    checks.scarceResource();
    checks.errors();
    return checks.findings;
  }

  private double number(String path) {
    return status.at(path).asDouble(Double.NaN);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }

  private void decides() {
    String admission = status.at("/admission").asText("");
    if (admission.isEmpty()) {
      findings.add(
          Finding.wrong("This is no status of Headwaiter.", "Name the address of its adminPort."));
    } else if (admission.equals("off") || status.at("/shadow").asBoolean()) {
      findings.add(
          Finding.caution(
              "The server refuses no visit, however many come.",
              "Take away admission=off and shadow=true when you have seen enough."));
    } else {
      findings.add(
          Finding.good("The server admits what it can serve: admission=" + admission + "."));
    }
    if (number("/capacity/continuingPart") < 1) {
      findings.add(
          Finding.wrong(
              "The server gives up visits that it has admitted.",
              "It has lost processors, or pages cost much more than before:"
                  + " docs/alerts.md#headwaiterovercommitted."));
    }
  }

  private void engines() {
    String engine = status.at("/tls/engine").asText("");
    findings.add(
        number("/tls/fallback") > 0
            ? Finding.caution(
                "The JDK's TLS engines serve, because BoringSSL does not load.",
                "A handshake takes two to three times the CPU time. The log has the reason; run"
                    + " doctor as the user of the server.")
            : Finding.good("The TLS engines are those that were asked for: " + engine + "."));
  }

  private void connections() {
    double max = number("/connections/max");
    double wanted = number("/connections/maxConnections");
    findings.add(
        max >= 0 && max < MANY_OF_WANTED * wanted
            ? Finding.caution(
                String.format(
                    Locale.ROOT,
                    "At most %.0f connections can be open, because the process may open few files;"
                        + " maxConnections is %.0f.",
                    max,
                    wanted),
                "Raise the limit: ulimit -n, or LimitNOFILE of systemd.")
            : Finding.good("File descriptors suffice for maxConnections, or nearly."));
  }

  private void processors() {
    double throttled = number("/supply/throttledPart");
    if (throttled > PART_SMALL) {
      findings.add(
          Finding.caution(
              "A quota of the control group cut short " + percent(throttled) + " of its periods.",
              "Raise the limit of the container, or the quota."));
    }
    double idle = number("/idleWhileRefusing");
    if (idle > PART_SMALL) {
      findings.add(
          Finding.caution(
              percent(idle) + " of the processors are idle while visits are refused.",
              "See what is scarce below, and docs/alerts.md#headwaiteridlewhilerefusing."));
    }
  }

  private void scarceResource() {
    String scarce = status.at("/capacity/bottleneck").asText("");
    String advice =
        switch (scarce) {
          case "worker_threads" ->
              "Leave out maxThreads and executor, so that their number follows the load.";
          case "database_connections" ->
              "Give the pool more connections if the database can serve them: docs/tuning.md.";
          default -> "";
        };
    findings.add(
        advice.isEmpty()
            ? Finding.good("No pool is scarcer than the processors.")
            : Finding.caution("The scarcest resource is " + scarce + ".", advice));
  }

  private void errors() {
    if (number("/new/refused/door_error") > 0) {
      findings.add(
          Finding.wrong(
              "An error in Headwaiter refused connections.", "The log of the server has it."));
    }
    if (number("/connections/acceptFailures") > 0) {
      findings.add(
          Finding.caution(
              "Some connections could not be accepted, mostly for want of file descriptors.",
              "Raise the limit: ulimit -n, or LimitNOFILE of systemd."));
    }
  }
}
