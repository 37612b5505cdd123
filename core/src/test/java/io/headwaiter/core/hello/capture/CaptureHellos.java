package io.headwaiter.core.hello.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Records the hellos of one TLS client: starts a {@link RecordingServer} on a free port of the
 * loopback, runs the client's command with that port in the environment variable PORT, and writes
 * the first hello that led to a full handshake and the first that was resumed as hex files. {@code
 * capture.sh} runs it for all available clients.
 *
 * <p>Arguments: keystore (PKCS12, password "capture"), output folder, file name without ending,
 * client and version, TLS version, server, shell command. The server is "stateful" or "stateless",
 * followed by "-tls12" if it must not support TLS 1.3.
 */
public final class CaptureHellos {
  private static final int CLIENT_SECONDS_MAX = 60;
  private static final int HEX_BYTES_PER_LINE = 32;

  private CaptureHellos() {}

  /** Runs one client; see the class comment. */
  public static void main(String[] args) throws Exception {
    if (args.length != 7) {
      throw new IllegalArgumentException(
          "7 arguments wanted: keystore folder name client tls server command; got " + args.length);
    }
    boolean stateful = args[5].startsWith("stateful");
    boolean speaksTls13 = !args[5].endsWith("-tls12");
    // Current JDKs switch off old protocol versions, but their hellos are needed too.
    Security.setProperty("jdk.tls.disabledAlgorithms", "SSLv3");
    System.setProperty("jdk.tls.server.enableSessionTicketExtension", String.valueOf(!stateful));
    System.setProperty("jdk.tls.server.newSessionTicketCount", "4");
    List<Recording> recordings;
    try (RecordingServer server = RecordingServer.start(Path.of(args[0]), speaksTls13)) {
      runClient(args[6], server.port());
      recordings = server.recordings();
    }
    System.out.println(args[2] + ": " + recordings);
    for (boolean resumed : new boolean[] {false, true}) {
      for (Recording recording : recordings) {
        if (recording.resumed() == resumed) {
          write(args, recording);
          break;
        }
      }
    }
  }

  private static void runClient(String command, int port) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.environment().put("PORT", String.valueOf(port));
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process client = builder.start();
    client.getOutputStream().close();
    if (!client.waitFor(CLIENT_SECONDS_MAX, TimeUnit.SECONDS)) {
      client.descendants().forEach(ProcessHandle::destroyForcibly);
      client.destroyForcibly().waitFor();
    }
  }

  private static void write(String[] args, Recording recording) throws IOException {
    String session = recording.resumed() ? "resumed" : "new";
    List<String> lines = new ArrayList<>();
    lines.add("# client: " + args[3]);
    lines.add("# tls: " + args[4]);
    lines.add("# session: " + session);
    lines.add(
        "# captured: core/src/test/capture/capture.sh, JSSE %s server on JDK %s; it saw a %s"
            .formatted(args[5], Runtime.version().feature(), recording.outcome()));
    String hex = HexFormat.of().formatHex(recording.firstFlight());
    for (int at = 0; at < hex.length(); at += 2 * HEX_BYTES_PER_LINE) {
      lines.add(hex.substring(at, Math.min(hex.length(), at + 2 * HEX_BYTES_PER_LINE)));
    }
    Path file = Path.of(args[1]).resolve(args[2] + "-" + session + ".hex");
    Files.write(file, lines, StandardCharsets.US_ASCII);
  }
}
