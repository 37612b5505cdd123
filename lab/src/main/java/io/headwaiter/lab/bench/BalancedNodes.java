package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.server.BalancerConfiguration;
import io.headwaiter.lab.server.Proxy;
import io.headwaiter.lab.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Servers that share their customers and the secret of their tickets, and the balancer in front of
 * them. Belongs to one thread.
 */
final class BalancedNodes implements AutoCloseable {
  private static final int SECRET_BYTES = 32;
  private static final List<String> STATES = List.of(" is UP", " is DOWN", " is going DOWN");

  private final ServerSpec spec;
  private final ExperimentSetting setting;
  private final String label;
  private final Path folder;
  private final List<ServerProcess> nodes = new ArrayList<>();
  private final List<BalancerConfiguration.Node> ports = new ArrayList<>();
  private ServerProcess balancer;

  private BalancedNodes(ServerSpec spec, ExperimentSetting setting, String label, Path folder) {
    this.spec = spec;
    this.setting = setting;
    this.label = label;
    this.folder = folder;
  }

  /** Starts all, on the servers' processor. */
  static BalancedNodes start(ServerSpec spec, Experiment experiment, ExperimentSetting setting)
      throws IOException, InterruptedException {
    String label = experiment.name() + "-" + spec.name().replace(' ', '-');
    Path folder = Files.createTempDirectory("headwaiter-balancer");
    BalancedNodes all = new BalancedNodes(spec, setting, label, folder);
    try {
      all.writeSecret();
      for (int i = 0; i < spec.nodes(); i++) {
        all.startNode(experiment);
      }
      all.startBalancer();
    } catch (IOException | InterruptedException | RuntimeException e) {
      all.close();
      throw e;
    }
    return all;
  }

  private Path secret() {
    return folder.resolve("tickets");
  }

  private void writeSecret() throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    Files.createFile(
        secret(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(secret(), HexFormat.of().formatHex(secret) + "\n");
  }

  private void startNode(Experiment experiment) throws IOException, InterruptedException {
    int adminPort = ProxyProcess.freePort();
    int agentPort = ProxyProcess.freePort();
    ServerProcess node =
        setting.start(
            spec.kind(),
            label + "-" + nodes.size(),
            experiment.shop(),
            List.of(),
            arguments(adminPort, agentPort));
    nodes.add(node);
    ports.add(new BalancerConfiguration.Node(node.target().getPort(), adminPort, agentPort));
  }

  private String[] arguments(int adminPort, int agentPort) {
    List<String> arguments = new ArrayList<>(spec.arguments());
    arguments.addAll(List.of("--admin-port", Integer.toString(adminPort)));
    arguments.addAll(List.of("--agent-port", Integer.toString(agentPort)));
    arguments.addAll(List.of("--proxy-networks", "127.0.0.1"));
    arguments.addAll(List.of("--ticket-key-file", secret().toString()));
    return arguments.toArray(String[]::new);
  }

  private void startBalancer() throws IOException, InterruptedException {
    Proxy haproxy = Proxy.HAPROXY;
    Path program = haproxy.find().orElseThrow(() -> new IOException(haproxy.missing()));
    int port = ProxyProcess.freePort();
    Path configuration = folder.resolve("haproxy.cfg");
    Files.writeString(configuration, BalancerConfiguration.of(port, ports));
    balancer =
        setting.launch(
            label + "-haproxy",
            ServerProcess.announced(
                "READY https://127.0.0.1:" + port + "/", haproxy.command(program, configuration)));
    ProxyProcess.awaitAccepting(haproxy, balancer, port);
  }

  /** Returns the balancer, where customers go. */
  ServerProcess balancer() {
    return balancer;
  }

  /** Returns the servers, in their order. */
  List<ServerProcess> nodes() {
    return List.copyOf(nodes);
  }

  /** Kills the last server. */
  void killLast() {
    nodes.get(nodes.size() - 1).kill();
  }

  /** Starts the last server again on its ports. */
  void startLast(Experiment experiment) throws IOException, InterruptedException {
    int last = nodes.size() - 1;
    BalancerConfiguration.Node port = ports.get(last);
    nodes.get(last).close();
    nodes.set(
        last,
        setting.startAgain(
            port.port(),
            spec.kind(),
            label + "-again",
            experiment.shop(),
            arguments(port.adminPort(), port.agentPort())));
  }

  /** Returns how often the balancer took a server out or in so far. */
  long changesOfState() throws IOException {
    try (Stream<String> lines = Files.lines(setting.folder().resolve(label + "-haproxy.log"))) {
      return lines.filter(line -> STATES.stream().anyMatch(line::contains)).count();
    }
  }

  @Override
  public void close() {
    if (balancer != null) {
      balancer.close();
    }
    nodes.forEach(ServerProcess::close);
    RunningServer.delete(folder);
  }
}
