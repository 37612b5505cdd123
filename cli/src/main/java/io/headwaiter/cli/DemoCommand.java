package io.headwaiter.cli;

import io.headwaiter.apps.auction.AuctionScale;
import io.headwaiter.lab.experiment.Experiments;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.outcome.Settings;
import io.headwaiter.lab.server.ServerJvm;
import io.headwaiter.lab.study.OverloadDemo;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code headwaiter demo}: a stock Tomcat and Headwaiter side by side under 1, 5 and 20 times the
 * load that fits.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Compares a stock Tomcat and Headwaiter under 1, 5 and 20 times the load that fits.",
      "Prints a table and writes a report. Takes 16 minutes; --quick six."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String MAIN = "io.headwaiter.cli.Main";
  private static final String EMBEDDED = "h2";
  private static final List<String> DATABASES = List.of(EMBEDDED, "postgresql", "mariadb");

  @Option(
      names = "--quick",
      description = "shorter visits and windows, wider intervals; six minutes")
  private boolean quick;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "where run.json is copied to, with all facts about the run")
  private Path json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out/demo",
      description = "folder for report.html, summary.json and logs (default: ${DEFAULT-VALUE})")
  private Path folder;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "decides arrivals, walks and think times (default: 1)")
  private long seed;

  @Option(
      names = "--think-scale",
      paramLabel = "FACTOR",
      description =
          "factor on the think time of 7 s and the keep-alive of 10 s (default: 0.1, with --quick 0.03)")
  private Double thinkScale;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = "how long a customer waits for a page (default: 1, that is 10 s times 0.1)")
  private BigDecimal patienceSeconds;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      description =
          "length of each measurement, from 1 to 600 (default: 8, with --quick 3); four times as long"
              + " halves the intervals")
  private BigDecimal windowSeconds;

  @Option(
      names = "--page-work-kib",
      paramLabel = "KIB",
      description = "additional work of every dynamic page (default: 3000, about 1.7 ms)")
  private Integer pageWorkKib;

  @Option(
      names = "--db",
      paramLabel = "NAME",
      defaultValue = EMBEDDED,
      description =
          "database of both servers: h2, which is embedded, postgresql or mariadb, which run on the"
              + " load's processor (default: h2)")
  private String database;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Experiments demo =
        new Experiments(settings(), ServerJvm.command(MAIN, "serve"), folder, System.out);
    demo.run(Experiments.DEMO, List.of(), commandLine());
    if (json != null) {
      Files.createDirectories(json.toAbsolutePath().getParent());
      // In place: a link is followed, and a device stays one.
      Files.write(json, Files.readAllBytes(folder.resolve("run.json")));
    }
    return 0;
  }

  private Settings settings() {
    try {
      Settings usual = Settings.of(quick, asTold(OverloadDemo.customers(quick, seed)));
      Settings timed = windowSeconds == null ? usual : usual.withWindow(duration(windowSeconds));
      return timed.withShop(shop());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<String> shop() {
    if (!DATABASES.contains(database)) {
      throw new IllegalArgumentException(
          "--db must be one of " + String.join(", ", DATABASES) + ", got " + database + ".");
    }
    List<String> shop = new ArrayList<>();
    shop.addAll(List.of("--scale", Double.toString(scale())));
    shop.addAll(List.of("--active-scale", Double.toString(activeScale())));
    if (!database.equals(EMBEDDED)) {
      shop.addAll(List.of("--db", database));
    }
    return shop;
  }

  private Customers asTold(Customers usual) {
    AuctionScale original = AuctionScale.original();
    int users = (int) (original.users() * scale());
    int items = (int) (original.oldItems() * scale() + original.activeItems() * activeScale());
    Customers customers = usual.withShop(users, items);
    if (thinkScale != null) {
      customers = customers.withThinkScale(thinkScale);
    }
    if (patienceSeconds != null) {
      customers = customers.withPatience(duration(patienceSeconds));
    }
    return pageWorkKib == null ? customers : customers.withPageWorkKib(pageWorkKib);
  }

  private static Duration duration(BigDecimal seconds) {
    return Duration.ofMillis(seconds.movePointRight(3).longValue());
  }

  // A small shop is filled sooner, which --quick needs.
  private double scale() {
    return quick ? 0.002 : 0.01;
  }

  private double activeScale() {
    return quick ? 0.03 : 0.1;
  }

  /** Returns the command as it was given, so that it can be run again. */
  private String commandLine() {
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    return "./headwaiter " + String.join(" ", given);
  }
}
