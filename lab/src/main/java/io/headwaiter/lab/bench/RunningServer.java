package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.CpuGroup;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.host.TaskClock;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.server.BareLoop;
import io.headwaiter.lab.server.BootServers;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.OpensslSpeed;
import io.headwaiter.lab.server.Proxy;
import io.headwaiter.lab.server.ProxyLimits;
import io.headwaiter.lab.server.ServerJvm;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.ShopControl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server of an experiment that runs, with the proxy in front of it if it has one. Belongs to one
 * thread.
 */
final class RunningServer implements AutoCloseable {
  private final ServerSpec spec;
  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final Path proxyFolder;
  private final String label;
  // null without a balancer
  private final BalancedNodes nodes;
  private ServerProcess process;
  private ServerProcess proxy;
  private Contender contender;
  // one for each node; none without a quota
  private final List<CpuGroup> groups = new ArrayList<>();
  private TaskClock ready;
  private Map<String, Double> inForce = Map.of();

  private RunningServer(
      ServerSpec spec,
      Experiment experiment,
      ExperimentSetting setting,
      String label,
      ServerProcess process,
      Path proxyFolder,
      BalancedNodes nodes) {
    this.spec = spec;
    this.label = label;
    this.experiment = experiment;
    this.setting = setting;
    this.process = process;
    this.proxyFolder = proxyFolder;
    this.nodes = nodes;
    this.contender = contenderNow();
    this.ready = TaskClock.ofReady(process.pid());
  }

  private Contender contenderNow() {
    if (nodes != null) {
      return Contender.of(
          spec.name(),
          setting.pinning(),
          nodes.balancer(),
          nodes.nodes().toArray(ServerProcess[]::new));
    }
    return proxy == null
        ? Contender.of(spec.name(), setting.pinning(), process)
        : Contender.of(spec.name(), setting.pinning(), proxy, process);
  }

  /**
   * Starts it on the servers' processor, without limits that a search has to find, and without its
   * quota, which {@link #limit} puts in force.
   */
  static RunningServer start(ServerSpec spec, Experiment experiment, ExperimentSetting usual)
      throws IOException, InterruptedException {
    ExperimentSetting certified = withCertificate(spec, usual);
    ExperimentSetting setting =
        BootServers.has(spec.kind()) ? certified.withServe(BootServers.command()) : certified;
    String label = experiment.name() + "-" + spec.name().replace(' ', '-');
    if (spec.balanced()) {
      return balanced(spec, experiment, setting, label);
    }
    Path folder =
        spec.proxy().isEmpty() && !isStatic(spec)
            ? null
            : Files.createTempDirectory("headwaiter-proxy");
    ServerProcess process;
    try {
      process =
          isStatic(spec)
              ? ProxyProcess.alone(setting, folder, experiment.shop().keepAlive())
              : process(spec, experiment, setting, label);
    } catch (IOException | InterruptedException | RuntimeException e) {
      delete(folder);
      throw e;
    }
    RunningServer server =
        new RunningServer(spec, experiment, setting, label, process, folder, /* nodes= */ null);
    try {
      server.startProxy(Map.of());
      server.makeGroups();
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static RunningServer balanced(
      ServerSpec spec, Experiment experiment, ExperimentSetting setting, String label)
      throws IOException, InterruptedException {
    BalancedNodes nodes = BalancedNodes.start(spec, experiment, setting);
    RunningServer server =
        new RunningServer(
            spec, experiment, setting, label, nodes.nodes().get(0), /* proxyFolder= */ null, nodes);
    try {
      server.makeGroups();
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static ExperimentSetting withCertificate(ServerSpec spec, ExperimentSetting usual)
      throws IOException, InterruptedException {
    if (spec.key().equals(ServerSpec.KEY)) {
      return usual;
    }
    String name = "%s-%s.p12".formatted(spec.key(), spec.name().replace(' ', '-'));
    return usual.withKeystore(Keystore.create(usual.folder(), name, spec.key()));
  }

  private static boolean isStatic(ServerSpec spec) {
    return spec.kind().equals(ServerSpec.STATIC_PAGE);
  }

  private static ServerProcess process(
      ServerSpec spec, Experiment experiment, ExperimentSetting setting, String label)
      throws IOException, InterruptedException {
    if (spec.kind().equals(ServerSpec.BARE_LOOP)) {
      List<String> command = new ArrayList<>(ServerJvm.command(BareLoop.class.getName()));
      command.addAll(spec.arguments());
      return setting.launch(label, command);
    }
    return setting.start(
        spec.kind(), label, experiment.shop(), List.of(), arguments(spec, experiment));
  }

  private static String[] arguments(ServerSpec spec, Experiment experiment) {
    List<String> arguments = new ArrayList<>(spec.arguments());
    boolean set =
        !experiment.shop().settings().isEmpty()
            || experiment.loads().stream().anyMatch(l -> !l.meanwhile().settings().isEmpty());
    if (set || (spec.tuning().any() && spec.proxy().isEmpty())) {
      arguments.addAll(ShopControl.arguments());
    }
    return arguments.toArray(String[]::new);
  }

  /**
   * Returns what it needs and is not there, in words; empty if the server can be started.
   *
   * @param pinning of the run; this process has only the load's processors by now
   */
  static Optional<String> missing(ServerSpec spec, Pinning pinning) {
    if (spec.kind().equals(ServerSpec.SIMULATED)) {
      return Optional.empty();
    }
    if (spec.kind().equals(ServerSpec.SIGNATURE)) {
      return OpensslSpeed.missing();
    }
    Optional<String> noGroup = spec.quota() < 1 ? CpuGroup.whyNot(CpuGroup.ROOT) : Optional.empty();
    if (noGroup.isPresent()) {
      return Optional.of(spec.name() + " needs a quota of its processor: " + noGroup.get());
    }
    if (spec.quota() > 1 && !pinning.pinned()) {
      return Optional.of(spec.name() + " needs two processors: " + pinning.note());
    }
    if (spec.proxy().isEmpty() && !isStatic(spec)) {
      return BootServers.has(spec.kind()) ? BootServers.missing() : Optional.empty();
    }
    Proxy proxy = isStatic(spec) ? Proxy.NGINX : proxy(spec);
    return proxy.find().isPresent() ? Optional.empty() : Optional.of(proxy.missing());
  }

  private static Proxy proxy(ServerSpec spec) {
    return spec.balanced() ? Proxy.HAPROXY : Proxy.named(spec.proxy());
  }

  private void makeGroups() throws IOException {
    if (spec.quota() < 1) {
      for (int i = 0; i < spec.nodes(); i++) {
        groups.add(CpuGroup.create(CpuGroup.ROOT, label + "-" + i));
      }
      joinGroups();
    }
  }

  private void joinGroups() throws IOException {
    for (int i = 0; i < groups.size(); i++) {
      for (long pid : nodes == null ? contender.pids() : List.of(nodes.nodes().get(i).pid())) {
        groups.get(i).add(pid);
      }
    }
  }

  /** Puts its own quota in force, if it has one, or shares a processor of the load with it. */
  void limit() throws IOException, InterruptedException {
    for (CpuGroup group : groups) {
      group.quota(spec.quota());
    }
    share();
  }

  private void share() throws IOException, InterruptedException {
    if (spec.quota() > 1) {
      for (long pid : contender.pids()) {
        setting.pinning().shareWith(pid);
      }
    }
  }

  /** Puts another quota in force; only for a server that has one. */
  void limitTo(double quota) throws IOException {
    if (groups.isEmpty()) {
      throw new IllegalStateException(spec.name() + " has no quota that could change");
    }
    for (CpuGroup group : groups) {
      group.quota(quota);
    }
  }

  String name() {
    return spec.name();
  }

  /** Returns whether its first process is a Java program. */
  boolean isJava() {
    return !isStatic(spec) && proxy == null && nodes == null;
  }

  /** Returns its processes; others after a setting that had to start a proxy again. */
  Contender contender() {
    return contender;
  }

  /** Returns its admin endpoint, if it has one. */
  Optional<URI> admin() {
    return process.admin();
  }

  /** Returns its admin endpoint, or throws if it has none. */
  URI requireAdmin() throws IOException {
    return process.requireAdmin();
  }

  /** Returns where it tells what its connections do, if it traces them. */
  Optional<URI> anatomy() {
    return spec.arguments().contains("--anatomy") ? process.control() : Optional.empty();
  }

  /** Returns for how long its threads could run so far, and had no processor. */
  double readySeconds() {
    return ready.seconds();
  }

  /** Puts settings of the shop in force, by their names on the control port. */
  void setShop(Map<String, Integer> settings) throws IOException {
    for (Map.Entry<String, Integer> one : settings.entrySet()) {
      ShopControl.of(process).set(one.getKey(), one.getValue());
    }
  }

  /** Ends it and starts it again on its port, with other ticket keys and an empty cache. */
  void restart() throws IOException, InterruptedException {
    int port = process.target().getPort();
    process.close();
    process =
        setting.startAgain(
            port, spec.kind(), label + "-again", experiment.shop(), arguments(spec, experiment));
    contender = contenderNow();
    joinGroups();
    share();
    ready = TaskClock.ofReady(process.pid());
  }

  /** Kills one of the servers behind the balancer. */
  void killNode() {
    balancedNodes().killLast();
  }

  /** Starts it again. */
  void startNode() throws IOException, InterruptedException {
    balancedNodes().startLast(experiment);
    contender = contenderNow();
    joinGroups();
  }

  /** Returns how often the balancer took a server out or in so far; 0 without one. */
  long changesOfState() throws IOException {
    return nodes == null ? 0 : nodes.changesOfState();
  }

  private BalancedNodes balancedNodes() {
    if (nodes == null) {
      throw new IllegalStateException(spec.name() + " is one server");
    }
    return nodes;
  }

  /** Puts a setting in force, by the names of the knobs. */
  void set(Map<String, Double> values) throws IOException, InterruptedException {
    if (values.equals(inForce)) {
      return;
    }
    if (proxy == null) {
      ShopControl control = ShopControl.of(process);
      for (KnobSpec knob : spec.tuning().knobs()) {
        double value = values.get(knob.name());
        control.set(knob.name(), knob.whole() ? (Object) Math.round(value) : (Object) value);
      }
    } else {
      startProxy(values);
    }
    inForce = Map.copyOf(values);
  }

  private void startProxy(Map<String, Double> limits) throws IOException, InterruptedException {
    if (spec.proxy().isEmpty() || proxyFolder == null) {
      return;
    }
    if (proxy != null) {
      proxy.close();
    }
    Proxy program = Proxy.named(spec.proxy());
    proxy =
        ProxyProcess.start(
            program,
            program.find().orElseThrow(() -> new IOException(program.missing())),
            setting,
            proxyFolder,
            process.target().getPort(),
            experiment.shop().keepAlive(),
            ProxyLimits.of(limits));
    contender = contenderNow();
    joinGroups();
  }

  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
    process.close();
    if (nodes != null) {
      nodes.close();
    }
    groups.forEach(CpuGroup::close);
    delete(proxyFolder);
    deleteCertificate();
  }

  private void deleteCertificate() {
    try {
      if (!spec.key().equals(ServerSpec.KEY)) {
        Files.deleteIfExists(setting.keystore().file());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a certificate could not be removed", e);
    }
  }

  /** Deletes a folder, if there is one: nobody wants a proxy's key left behind. */
  static void delete(Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder " + folder + " could not be removed", e);
    }
  }
}
