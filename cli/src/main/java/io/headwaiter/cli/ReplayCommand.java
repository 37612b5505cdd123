package io.headwaiter.cli;

import io.headwaiter.load.HelloClaim;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.RawHelloReplayer;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.results.ReplayResult;
import io.headwaiter.load.results.RunLog;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter replay}: sends raw hellos, as fast as one core can. */
@Command(
    name = "replay",
    description =
        "Sends TLS hellos without a TLS engine behind them, and counts how they are refused.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Option(
      names = "--target",
      required = true,
      description = "https://127.0.0.1:port, loopback only.")
  private URI target;

  @Option(
      names = "--rate",
      defaultValue = "0",
      description = "Connections per second; 0 as fast as they end. Default: 0.")
  private double rate;

  @Option(
      names = "--concurrency",
      defaultValue = "64",
      description = "Most connections open at once. Default: 64.")
  private int concurrency;

  @Option(
      names = "--for",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = "Length of the run. Default: 10s.")
  private Duration duration;

  @Option(
      names = "--sources",
      defaultValue = "0",
      description = "Loopback addresses used in turn as source. Default: 0, the kernel's choice.")
  private int sources;

  @Option(
      names = "--source",
      defaultValue = "",
      description =
          "Loopback networks whose addresses are used in turn as source instead, as"
              + " 127.1.1.0/24,127.1.2.0/24.")
  private String source;

  @Option(
      names = "--claim",
      defaultValue = "none",
      description =
          "What the hellos claim, falsely: none, session_id, ticket or psk. Default: none.")
  private HelloClaim claim;

  @Option(names = "--json", description = "Write the result into this file.")
  private Path json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    InetSocketAddress address = checkedTarget();
    ResultFiles.check(spec.commandLine(), "--json", json);
    ReplayOptions options =
        ReplayOptions.to(address)
            .claim(claim)
            .concurrency(concurrency)
            .ratePerSecond(rate)
            .duration(duration)
            .sourceAddresses(sources)
            .sourceNetworks(source)
            .build();
    ReplayResult result = new RawHelloReplayer(options).run();
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "refused/s %.0f, admitted %d, timeouts %d, failed %d, own CPU %.0f %% of a core%n",
            result.refusedPerSecond(),
            result.answered(),
            result.timeouts(),
            result.connectFailed(),
            100 * result.cpuShare());
    if (json != null) {
      RunLog.write(result, json);
    }
    return 0;
  }

  private InetSocketAddress checkedTarget() {
    if (target.getHost() != null) {
      InetSocketAddress address = new InetSocketAddress(target.getHost(), LoadOptions.port(target));
      if (address.getAddress() != null && address.getAddress().isLoopbackAddress()) {
        return address;
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        "--target must be a loopback address, as https://127.0.0.1:8443, got "
            + target
            + "; raw hellos go nowhere else.");
  }
}
