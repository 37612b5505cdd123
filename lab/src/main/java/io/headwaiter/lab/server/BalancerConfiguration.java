package io.headwaiter.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration of HAProxy that the documentation shows, for servers on this machine. Clients
 * do not stay on a server, and connections are not logged. Pure.
 */
public final class BalancerConfiguration {
  private static final String DOCUMENTED = "/deploy/haproxy.cfg";
  private static final String SERVER = "  server ";

  private BalancerConfiguration() {}

  /**
   * A server behind it.
   *
   * @param port of its connector
   * @param adminPort where it tells whether it is ready
   * @param agentPort where it tells its weight
   */
  public record Node(int port, int adminPort, int agentPort) {}

  /**
   * Returns the text.
   *
   * @param port where customers go
   */
  public static String of(int port, List<Node> nodes) throws IOException {
    String changed =
        documented()
            .lines()
            .filter(BalancerConfiguration::isKept)
            .map(line -> here(line, port))
            .collect(Collectors.joining("\n", "", "\n"));
    StringBuilder text = new StringBuilder(changed);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      text.append(SERVER)
          .append((char) ('a' + i))
          .append(" 127.0.0.1:")
          .append(node.port())
          .append(" send-proxy-v2 port ")
          .append(node.adminPort())
          .append(" agent-port ")
          .append(node.agentPort())
          .append('\n');
    }
    return text.toString();
  }

  private static String documented() throws IOException {
    try (InputStream file = BalancerConfiguration.class.getResourceAsStream(DOCUMENTED)) {
      if (file == null) {
        throw new IOException(DOCUMENTED + " is missing from the laboratory's jar");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static boolean isKept(String line) {
    String text = line.strip();
    return !text.startsWith("#") && !text.startsWith("stick") && !line.startsWith(SERVER);
  }

  private static String here(String line, int port) {
    return line.replace("bind :443", "bind 127.0.0.1:" + port)
        // Twice as many descriptors as this are about what a user of a small machine may have.
        .replace("maxconn 20000", "maxconn 8000")
        .replace("option tcplog", "option dontlog-normal")
        .replace("check port 9180", "check")
        .replace(" agent-port 9181", "")
        // Without a token the admin port wants its own name.
        .replace(
            "option httpchk GET /health/ready",
            "option httpchk\n  http-check send meth GET uri /health/ready hdr Host localhost");
  }
}
