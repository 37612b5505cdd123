package io.headwaiter.cli;

import io.headwaiter.lab.server.StatusReader;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Flags that say how to read the CPU time of a server which this command has not started. */
final class ServerCpu {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--admin",
      paramLabel = "URL",
      description =
          "Admin endpoint of a Headwaiter, as http://127.0.0.1:9180, to read its CPU time.")
  private URI admin;

  @Option(
      names = "--pid",
      description = "Process id of the server, if it is on this machine, to read its CPU time.")
  private Long pid;

  /**
   * Checks that exactly one source is given.
   *
   * @throws IllegalArgumentException with a sentence, if not
   */
  void check() {
    if ((admin == null) == (pid == null)) {
      throw new IllegalArgumentException(
          "Give the admin endpoint of the server (--admin) or its process id (--pid), one of the two:"
              + " its CPU time is what is measured.");
    }
  }

  /**
   * Returns the CPU time of the server since its start, in seconds.
   *
   * @throws IOException with a sentence, if the server does not tell, or does not run
   */
  double seconds() throws IOException {
    if (admin == null) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().totalCpuDuration())
          .map(Duration::toNanos)
          .map(nanos -> nanos / NANOS_PER_SECOND)
          .orElseThrow(() -> new IOException("There is no process " + pid + " to be read."));
    }
    double millis = StatusReader.status(admin).path("cpuMillis").path("process").asDouble(-1);
    if (millis < 0) {
      throw new IOException(
          admin + " does not tell the CPU time of a process. Is it a Headwaiter?");
    }
    return millis / MILLIS_PER_SECOND;
  }
}
