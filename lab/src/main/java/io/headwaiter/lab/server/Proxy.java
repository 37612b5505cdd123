package io.headwaiter.lab.server;

import io.headwaiter.lab.host.ProgramPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The proxies that a server is compared with, and how each is set up for one processor. */
public enum Proxy {
  /** HAProxy, one thread. */
  HAPROXY("haproxy") {
    @Override
    public String configuration(ProxySetting s) {
      return ProxyConfiguration.haproxy(s);
    }

    @Override
    public List<String> command(Path program, Path configuration) {
      return List.of(program.toString(), "-db", "-f", configuration.toString());
    }
  },
  /** nginx, one process. */
  NGINX("nginx") {
    @Override
    public String configuration(ProxySetting s) {
      return ProxyConfiguration.nginx(s);
    }

    @Override
    public List<String> command(Path program, Path configuration) {
      return List.of(
          program.toString(),
          "-e",
          "stderr",
          "-p",
          configuration.toAbsolutePath().getParent().toString(),
          "-c",
          configuration.toAbsolutePath().toString());
    }
  };

  private final String program;

  Proxy(String program) {
    this.program = program;
  }

  /** Text of its configuration file. */
  public abstract String configuration(ProxySetting setting);

  /** The command that runs it in the foreground. */
  public abstract List<String> command(Path program, Path configuration);

  /** Returns the proxy with this program. */
  public static Proxy named(String program) {
    return Stream.of(values()).filter(p -> p.program.equals(program)).findFirst().orElseThrow();
  }

  /** Name of the program and of its Debian package. */
  public String program() {
    return program;
  }

  /** Where it is installed, if it is. */
  public Optional<Path> find() {
    // Debian keeps servers where users who are not root have no path to.
    return ProgramPath.find(program, "/usr/sbin", "/usr/local/sbin");
  }

  /** What to do when it is missing. */
  public String missing() {
    return program
        + " is not installed, so nothing was compared with it; on Debian and Ubuntu: apt-get install "
        + program
        + ", and stop the service that comes with it.";
  }
}
