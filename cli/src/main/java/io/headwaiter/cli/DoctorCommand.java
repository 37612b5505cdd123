package io.headwaiter.cli;

import io.headwaiter.cli.doctor.Finding;
import io.headwaiter.cli.doctor.Finding.Severity;
import io.headwaiter.cli.doctor.MachineChecks;
import io.headwaiter.cli.doctor.ServerChecks;
import io.headwaiter.cli.doctor.TomcatChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code headwaiter doctor}: checks what a server needs, and says what to change. */
@Command(
    name = "doctor",
    description = {
      "Checks this machine, and a Tomcat or a running server if you name one.",
      "It says what to change. Run it as the user of the server. It starts and changes nothing. The exit code is 1 if",
      "something does not work."
    },
    footer = {
      "",
      "Examples:",
      "  ./headwaiter doctor --tomcat /opt/tomcat",
      "  ./headwaiter doctor --target http://127.0.0.1:9180/"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--tomcat",
      paramLabel = "DIR",
      description = "The folder of a Tomcat with conf/server.xml and lib.")
  private Path tomcat;

  @Option(
      names = "--target",
      paramLabel = "URL",
      description = {
        "The admin endpoint of a running server, as http://127.0.0.1:9180/. A token comes from the",
        "environment variable HEADWAITER_ADMIN_TOKEN."
      })
  private URI admin;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<Finding> findings = new ArrayList<>(MachineChecks.all());
    if (tomcat != null) {
      findings.addAll(new TomcatChecks(tomcat).all());
    }
    if (admin != null) {
      findings.addAll(ServerChecks.at(admin));
    }
    PrintWriter out = spec.commandLine().getOut();
    findings.forEach(finding -> print(out, finding));
    long wrong = findings.stream().filter(f -> f.severity() == Severity.WRONG).count();
    long cautions = findings.stream().filter(f -> f.severity() == Severity.CAUTION).count();
    out.printf("%d checks: %d wrong, %d to look at.%n", findings.size(), wrong, cautions);
    return wrong == 0 ? 0 : 1;
  }

  private static void print(PrintWriter out, Finding finding) {
    String mark =
        switch (finding.severity()) {
          case GOOD -> "good   ";
          case CAUTION -> "look at";
          case WRONG -> "WRONG  ";
        };
    out.println(mark + "  " + finding.what());
    if (!finding.advice().isEmpty()) {
      out.println("         " + finding.advice());
    }
  }
}
