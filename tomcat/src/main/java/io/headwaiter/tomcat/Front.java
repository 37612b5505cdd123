package io.headwaiter.tomcat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.door.Door;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.telemetry.AdminServer;
import io.headwaiter.tls.TicketKeyThread;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/**
 * What stands in front of Tomcat from one start of the endpoint to its stop: the gate, the door,
 * the control loop, the admin port, and the thread that turns the ticket keys.
 */
final class Front {
  private final HeadwaiterSettings settings;
  private final String name;
  private final AdmissionGate gate;
  private final HandshakeBook book;
  private final CourtesyPage page;
  private final Door door;
  private final StatusPage status;
  private final ControlThread control;
  private AdminServer admin;
  private TicketKeyThread ticketThread;

  /** Puts everything together; nothing runs yet. */
  Front(
      HeadwaiterEndpoint endpoint,
      HeadwaiterSettings settings,
      Visits visits,
      SessionVerifier verifier)
      throws IOException {
    this.settings = settings;
    this.name = endpoint.getName();
    TomcatProbe probe = new TomcatProbe(endpoint);
    Optional<AdmissionController> controller = settings.controller(probe.processors());
    AdmissionPolicy first =
        controller.map(AdmissionController::initialPolicy).orElse(AdmissionPolicy.OPEN);
    gate = new AdmissionGate(first, probe::waiting, settings.courtesy(probe.processors()));
    book = new HandshakeBook(gate, endpoint.meters(), visits);
    page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), endpoint.meters());
    int connectionsMax = endpoint.getMaxConnections();
    door =
        new Door(
            name,
            settings.door(connectionsMax),
            settings.waiting(connectionsMax),
            settings.lane(),
            gate,
            verifier,
            endpoint);
    ControlLoop loop = new ControlLoop(controller, gate, door, endpoint.meters(), probe);
    control = new ControlThread(name + "-control", loop);
    status =
        new StatusPage(settings.admission(), gate, visits, door, endpoint.meters(), loop, probe);
  }

  /**
   * Starts all but the accepting.
   *
   * @param tickets the keys to turn; null if the engines have none of ours
   */
  void start(TicketKeys tickets) throws IOException {
    if (settings.adminPort() >= 0) {
      InetAddress address = InetAddress.getByName(settings.adminAddress());
      admin =
          AdminServer.start(new InetSocketAddress(address, settings.adminPort()), status::toMap);
    }
    if (tickets != null) {
      ticketThread = TicketKeyThread.start(name + "-tickets", tickets);
    }
    door.open();
    control.start();
  }

  /** Stops what has started, also after a start that failed half way. */
  void stop() {
    door.close();
    control.stop();
    if (ticketThread != null) {
      ticketThread.close();
      ticketThread = null;
    }
    if (admin != null) {
      admin.close();
      admin = null;
    }
  }

  AdmissionGate gate() {
    return gate;
  }

  /** Where handshakes are entered that are done. */
  HandshakeBook book() {
    return book;
  }

  CourtesyPage page() {
    return page;
  }

  Door door() {
    return door;
  }

  Map<String, Object> status() {
    return status.toMap();
  }

  /** Null if there is no admin port. */
  InetSocketAddress adminAddress() {
    return admin == null ? null : admin.address();
  }
}
