package io.headwaiter.cli;

import io.headwaiter.lab.abuse.AttackDialogue;
import io.headwaiter.lab.abuse.Attacker;
import io.headwaiter.lab.abuse.Target;
import io.headwaiter.lab.study.Attack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headwaiter attack}: one attack of the experiment about abuse, on a server that runs. */
@Command(
    name = "attack",
    mixinStandardHelpOptions = true,
    description = {
      "Attacks a server on a loopback address, as experiment abuse does.",
      "It reads orders on its standard input: \"prepare\" lets it do what comes before the attack and",
      "is answered by \"prepared\"; \"attack\" is answered, when it is over, by the connections that it",
      "began, and how many of them entered, resumed, got an answer, and were ended by the server."
    })
final class AttackCommand implements Callable<Integer> {
  private static final int SECONDS_MAX = 60;

  @Parameters(paramLabel = "NAME", description = "as experiment abuse names it; plain for hellos")
  private String name;

  @Option(names = "--target", required = true, description = "https URL of the server")
  private URI target;

  @Option(
      names = "--for-millis",
      defaultValue = "8000",
      description = "how long it attacks, 1 to 60000 (default: 8000)")
  private int forMillis;

  @Option(
      names = "--prepare-millis",
      defaultValue = "4000",
      description = "how long it may take to prepare, 1 to 60000 (default: 4000)")
  private int prepareMillis;

  @Option(names = "--seed", defaultValue = "1", description = "decides its bytes (default: 1)")
  private long seed;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Attack attack =
        Attack.ALL.stream()
            .filter(one -> one.name().equals(name) && !one.calm())
            .findFirst()
            .orElseThrow(() -> wrong("There is no attack \"" + name + "\"; there are: " + names()));
    Duration time = millis("--for-millis", forMillis);
    Duration before = millis("--prepare-millis", prepareMillis);
    try (Attacker attacker = attack.program().against(checkedTarget(), before, seed)) {
      AttackDialogue.follow(
          attacker,
          time,
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)),
          new PrintWriter(System.out, true, StandardCharsets.US_ASCII));
    }
    return 0;
  }

  private Target checkedTarget() {
    if (!"https".equals(target.getScheme()) || target.getHost() == null || target.getPort() < 0) {
      throw wrong("--target must be https://HOST:PORT, got " + target);
    }
    try {
      return Target.of(target);
    } catch (IllegalArgumentException e) {
      throw wrong("--target: " + e.getMessage());
    }
  }

  private Duration millis(String flag, int millis) {
    if (millis < 1 || millis > 1000 * SECONDS_MAX) {
      throw wrong(flag + " must be from 1 to " + 1000 * SECONDS_MAX + ", got " + millis);
    }
    return Duration.ofMillis(millis);
  }

  private static String names() {
    return Attack.ALL.stream()
        .filter(one -> !one.calm())
        .map(Attack::name)
        .collect(Collectors.joining(", "));
  }

  private ParameterException wrong(String sentence) {
    String end = sentence.endsWith(".") ? "" : ".";
    return new ParameterException(spec.commandLine(), sentence + end);
  }
}
