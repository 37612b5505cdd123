package io.headwaiter.front;

import io.headwaiter.core.capacity.BalancerWeight;
import io.headwaiter.front.config.AdminSettings;
import io.headwaiter.telemetry.AdminAccess;
import io.headwaiter.telemetry.AdminServer;
import io.headwaiter.telemetry.AgentServer;
import io.headwaiter.telemetry.IntervalHistory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The ports for operators and balancers, from the start of a connector to its stop: the admin
 * endpoint, and the answers to the agent checks of HAProxy. Thread-safe.
 */
final class AdminPorts {
  private final AdminSettings settings;
  private final BooleanSupplier isAccepting;
  private final BalancerWeight weight;
  private @Nullable AdminServer admin;
  private @Nullable AgentServer agent;

  /**
   * @param isAccepting whether the server accepts connections: it has started, and does not stop
   */
  AdminPorts(AdminSettings settings, BooleanSupplier isAccepting) {
    this.settings = settings;
    this.isAccepting = isAccepting;
    this.weight = new BalancerWeight(settings.agentVisitsPerSecond());
  }

  /**
   * Opens those ports that are set.
   *
   * @throws IOException if one is not available, or the certificate is not
   * @throws IllegalArgumentException if other machines could ask the endpoint without a token, or
   *     without TLS and that was not allowed
   */
  synchronized void open(
      Supplier<Map<String, Object>> status, Supplier<String> metrics, IntervalHistory history)
      throws IOException {
    InetAddress address = InetAddress.getByName(settings.address());
    if (settings.port() >= 0) {
      AdminAccess access = AdminAccess.at(address, settings.token());
      SSLContext tls = AdminTls.of(settings);
      if (tls == null && !settings.plainHttp()) {
        AdminAccess.requireLoopback(address);
      }
      admin =
          AdminServer.start(
              new InetSocketAddress(address, settings.port()),
              tls,
              access,
              status,
              metrics,
              history);
      admin.readyWhen(isAccepting);
    }
    if (settings.agentPort() >= 0) {
      agent =
          AgentServer.start(
              new InetSocketAddress(address, settings.agentPort()), this::agentAnswer);
    }
  }

  /**
   * Returns the line for an agent check: a weight and no state, which HAProxy would keep until
   * another word ended it. So a server that an operator has taken out stays out. A server that
   * refuses visits keeps its weight: each server refuses for itself.
   */
  private String agentAnswer() {
    if (!isAccepting.getAsBoolean()) {
      return "0%";
    }
    synchronized (weight) {
      return weight.percent() + "%";
    }
  }

  /** Notes what the server carries, in new visits a second; infinite while that is unknown. */
  void carries(double visitsPerSecond, long nowNanos) {
    synchronized (weight) {
      weight.add(visitsPerSecond, nowNanos);
    }
  }

  /** Registers a command of the admin endpoint, if that is open. */
  synchronized void command(String path, Consumer<String> command) {
    if (admin != null) {
      admin.command(path, command);
    }
  }

  /** Returns the address of the dashboard, or how to get one. */
  synchronized String dashboard() {
    return admin == null
        ? "none (set adminPort; in Spring Boot headwaiter.admin-port)"
        : admin.url("/");
  }

  /** Returns the address of the admin endpoint; null if there is none. */
  synchronized @Nullable InetSocketAddress adminAddress() {
    return admin == null ? null : admin.address();
  }

  /** Returns the address for agent checks; null if there is none. */
  synchronized @Nullable InetSocketAddress agentAddress() {
    return agent == null ? null : agent.address();
  }

  /** Closes the ports. */
  synchronized void close() {
    if (admin != null) {
      admin.close();
      admin = null;
    }
    if (agent != null) {
      agent.close();
      agent = null;
    }
  }
}
