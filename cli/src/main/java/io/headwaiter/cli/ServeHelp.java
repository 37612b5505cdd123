package io.headwaiter.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of {@code serve}: {@code --help} shows the options that one needs first, {@code --help
 * all} shows all of them in groups.
 */
final class ServeHelp {
  /** The flag that stands for {@code --help all}. */
  static final String ALL = "--help-all";

  private static final List<String> FIRST =
      List.of(
          "--war",
          "--app",
          "--db",
          "--port",
          "--address",
          "--keystore",
          "--keystore-password",
          "--admin-port",
          "--admission",
          "--shadow",
          "--config",
          "--help");

  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    group("The command", "--config --verbose --help --help-all --version");
    group("The application", "--war --context --jndi-name --session-minutes --app");
    group(
        "The server",
        "--address --port --keystore --keystore-password --keep-alive-millis --max-connections"
            + " --threads --max-threads");
    group(
        "The database",
        "--db --db-cpus --db-user --db-password --db-driver --db-connections --test-on-borrow"
            + " --connection-policy --connection-timeout-millis --request-deadline-millis");
    group(
        "Status and metrics",
        "--admin-port --admin-address --admin-token --admin-keystore --admin-keystore-password"
            + " --admin-plain-http --agent-port --agent-visits-per-second --recorded-addresses");
    group(
        "Admission",
        "--admission --shadow --queue-delay-target-millis --formula-new-millis"
            + " --formula-resumed-millis --formula-interval-millis --visit-idle-seconds"
            + " --visit-age-max-seconds --connections-per-visit-max --parallel-connections-max"
            + " --ticket-burst --ticket-per-second --ticket-connections-max --fairness-ipv4-prefix"
            + " --fairness-ipv6-prefix");
    group(
        "Balancers, and clients that bypass the budget",
        "--proxy-networks --bypass-networks --bypass-server-names --bypass-protocols"
            + " --bypass-per-second --bypass-burst");
    group(
        "Refusals and waiting",
        "--refusal-style --courtesy-per-second --courtesy-share --courtesy-retry-after-seconds"
            + " --waiting-room-max --waiting-patience-millis --waiting-target-millis"
            + " --worker-timeout-millis --worker-retry-after-seconds");
    group(
        "Connections before their first request",
        "--hello-deadline-millis --hello-bytes-max --undecided-max --handshake-timeout-millis"
            + " --first-request-timeout-millis");
    group("TLS and the warm-up", "--tls --ticket-key-file --ticket-key-rotation-seconds");
    group("The start", "--warm-up-millis --warm-up-paths --request-patterns");
    group(
        "Pool sizes by a profile (docs/tuning.md)",
        "--pools --database-connections-max --database-connections-reserved --replicas"
            + " --tunable");
    group(
        "For experiments: other servers, and work of the built-in shops",
        "--server --limiter --plain-http --anatomy --scale --active-scale --description-chars"
            + " --page-work-kib --data-seed --request-types --items --browsers --entity-access"
            + " --cycle-micros --use-micros --gap-work-micros --gap-pause-millis --customers"
            + " --business-logic --payment-service --shipment-service --service-trust"
            + " --service-trust-password");
  }

  private ServeHelp() {}

  private static void group(String heading, String flags) {
    GROUPS.put(heading, List.of(flags.split(" ", -1)));
  }

  /** Makes the help of a command the grouped one. */
  static void install(CommandLine line) {
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder(ALL)
                .usageHelp(true)
                .type(boolean.class)
                .arity("0")
                .description("The same as --help all: all options, in groups.")
                .build());
    line.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, line));
    line.getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> synopsis(line) + System.lineSeparator());
  }

  private static String synopsis(CommandLine line) {
    String parameters =
        line.getCommandSpec().positionalParameters().stream()
            .map(parameter -> " " + parameter.paramLabel())
            .collect(Collectors.joining());
    return "./headwaiter " + line.getCommandName() + parameters + " [OPTIONS]";
  }

  private static String options(Help help, CommandLine line) {
    CommandLine.ParseResult parsed = line.getParseResult();
    if (parsed == null || !parsed.hasMatchedOption(ALL)) {
      return section(help, "What one needs first", FIRST)
          + System.lineSeparator()
          + "All other options: ./headwaiter "
          + line.getCommandName()
          + " --help all"
          + System.lineSeparator();
    }
    return GROUPS.entrySet().stream()
        .map(group -> section(help, group.getKey(), group.getValue()))
        .collect(Collectors.joining());
  }

  private static String section(Help help, String heading, List<String> names) {
    List<OptionSpec> options =
        names.stream()
            .map(name -> help.commandSpec().findOption(name))
            .filter(option -> option != null && !option.hidden())
            .toList();
    Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
    layout.addAllOptions(options, help.parameterLabelRenderer());
    return System.lineSeparator() + heading + ":" + System.lineSeparator() + layout;
  }

  /** Returns the options of a command that are in no group, hidden ones aside, for a test. */
  static List<String> ungrouped(CommandLine line) {
    List<String> missing = new ArrayList<>();
    List<String> grouped = GROUPS.values().stream().flatMap(List::stream).toList();
    for (OptionSpec option : line.getCommandSpec().options()) {
      if (!option.hidden() && !grouped.contains(option.longestName())) {
        missing.add(option.longestName());
      }
    }
    return missing;
  }
}
