package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.StartClient;
import io.headwaiter.lab.study.BusyPage;
import io.headwaiter.lab.study.Start;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Asks a server of each cell's own for pages as soon as it is ready. Belongs to one thread. */
public final class StartBench implements OpenBench {
  /** From the end of one client to the next, in the script that the experiment was made for. */
  public static final Duration GAP = Duration.ofMillis(200);

  private static final int BURST_AT_ONCE = 20;
  private static final String SERVLET_PATH = "/BrowseCategories";
  private static final String JSP_PATH = "/page.jsp";

  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final Duration gap;
  private final Supplier<Provenance> provenance;

  public StartBench(
      Experiment experiment,
      ExperimentSetting setting,
      Duration gap,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.setting = setting;
    this.gap = gap;
    this.provenance = provenance;
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    boolean servlet = cell.load().equals(Start.SERVLET);
    String kind = experiment.server(cell.server()).kind();
    String label = "start-" + cell.load() + "-" + cell.server() + "-" + cell.round();
    try (ServerProcess server =
        servlet
            ? setting.start(kind, label, experiment.shop(), List.of())
            : setting.launch(label, jspCommand(kind))) {
      URI page = server.target().resolve(servlet ? SERVLET_PATH : JSP_PATH);
      StartClient client = new StartClient(page);
      SortedMap<String, Double> values = new TreeMap<>();
      values.put(Start.CALM_SERVED, (double) client.calm(Start.CALM, gap));
      values.put(Start.BURST_SERVED, (double) client.burst(Start.BURST, BURST_AT_ONCE));
      return new Observation(cell, attempt, values, List.of(), provenance.get());
    }
  }

  private List<String> jspCommand(String kind) throws IOException {
    List<String> command = new ArrayList<>(setting.serve());
    command.addAll(List.of("--server", kind, "--war", jspFolder().toString()));
    // It has no database, and a name is demanded for one.
    command.addAll(List.of("--context", "/", "--jndi-name", "jdbc/none", "--port", "0"));
    command.addAll(List.of("--keystore", setting.keystore().file().toString()));
    command.addAll(List.of("--keystore-password", setting.keystore().password()));
    return command;
  }

  private Path jspFolder() throws IOException {
    Path folder = setting.folder().resolve("start-jsp");
    Files.createDirectories(folder.resolve("WEB-INF"));
    Files.writeString(folder.resolve(JSP_PATH.substring(1)), BusyPage.JSP);
    return folder;
  }

  /** Each server ends with its cell. */
  @Override
  public void close() {}
}
