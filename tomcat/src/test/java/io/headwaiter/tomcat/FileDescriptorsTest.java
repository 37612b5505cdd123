package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A server with few file descriptors keeps its connections within them, and continues if it runs
 * out of them nevertheless.
 */
@Tag("slow")
class FileDescriptorsTest {
  // Longer than the longest pause.
  private static final long PAUSES_SECONDS = 5;
  private static final int TRIES_MAX = 5;
  private static final long ANSWER_SECONDS = 30;
  private static final int LIMIT = 256;
  // From the rule of ConnectionLimit: the lowest limit, and the reserve for so few descriptors.
  private static final int SMALLEST = 16;
  private static final int RESERVE = 32;
  private static final String SERVED = "served over HTTP/1.1";

  @Test
  void servesClientsDespiteSilentConnectionsBeyondLimit() throws Exception {
    try (Child child = new Child()) {
      assertThat(child.await("maxConnections is 20000")).contains("The limit is " + LIMIT);
      int port = child.port();
      List<Socket> strangers = strangers(port, LIMIT + 150);
      for (int i = 0; i < 3; i++) {
        assertThat(new TestClient("TLSv1.3").get(port)).contains(SERVED);
      }
      Matcher counts = child.counts();
      int max = Integer.parseInt(counts.group(2));
      assertThat(max).isBetween(SMALLEST, LIMIT - RESERVE);
      assertThat(Integer.parseInt(counts.group(3))).isBetween(1, max / 2);
      assertThat(counts.group(4)).as("accept failures").isEqualTo("0");
      close(strangers);
      Awaitility.await().until(() -> child.counts().group(1).equals("0"));
    }
  }

  @Test
  void closesOldestSilentConnectionWhenDescriptorsRunOut() throws Exception {
    try (Child child = new Child()) {
      int port = child.port();
      assertThat(new TestClient("TLSv1.3").get(port)).contains(SERVED);
      List<Socket> strangers = strangers(port, 20);
      Awaitility.await().until(() -> child.counts().group(1).equals("20"));
      child.say('t');
      child.await("TAKEN ");
      List<TlsConnection> honest = new ArrayList<>();
      // More than one: the server itself may have freed a descriptor in the meantime.
      for (int i = 0; i < 6; i++) {
        TlsConnection connection = new TestClient("TLSv1.3").connect(port, hello -> hello);
        connection.handshake();
        honest.add(connection);
      }
      assertThat(strangers.get(0).getInputStream().read()).as("the oldest").isEqualTo(-1);
      child.say('g');
      child.await("GIVEN ");
      assertThat(Integer.parseInt(child.counts().group(3))).as("undecided").isBetween(10, 19);
      for (TlsConnection connection : honest) {
        connection.close();
      }
      close(strangers);
    }
  }

  @Test
  void closesIdleConnectionWhenDescriptorsRunOut() throws Exception {
    try (Child child = new Child()) {
      int port = child.port();
      TlsConnection idle = ask(port);
      child.say('t');
      child.await("TAKEN ");
      List<TlsConnection> others = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        others.add(child.explain(() -> ask(port)));
      }
      idle.socket().getInputStream().readAllBytes(); // to its end
      child.say('g');
      child.await("GIVEN ");
      for (TlsConnection connection : others) {
        connection.close();
      }
      Awaitility.await().until(() -> child.counts().group(1).equals("0"));
    }
  }

  /** Opens a connection, receives the page, and keeps the connection open. */
  private static TlsConnection ask(int port) throws Exception {
    TlsConnection connection = new TestClient("TLSv1.3").connect(port, hello -> hello);
    connection.handshake();
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(connection.readUntil(SERVED)).contains("200");
    return connection;
  }

  @Test
  void resumesAcceptingWhenDescriptorsAreFree() throws Exception {
    try (Child child = new Child()) {
      int port = child.port();
      assertThat(new TestClient("TLSv1.3").get(port)).contains(SERVED);
      Awaitility.await().until(() -> child.counts().group(1).equals("0"));
      child.say('k');
      child.await("TAKEN ");
      List<Socket> strangers = strangers(port, 3);
      // The pauses between its attempts grow. If the server was faster than the child with a
      // descriptor that became free, it has a stranger to close instead, until all have left.
      int tries = 1;
      while (!child.sees("trying again in 1600 ms", PAUSES_SECONDS)) {
        assertThat(tries++).as("tries").isLessThan(TRIES_MAX);
        close(strangers);
        Awaitility.await().until(() -> child.counts().group(3).equals("0"));
        strangers = strangers(port, 3);
      }
      child.say('g');
      child.await("GIVEN ");
      assertThat(new TestClient("TLSv1.3").get(port)).contains(SERVED);
      close(strangers);
      Awaitility.await().until(() -> child.counts().group(1).equals("0"));
    }
  }

  private static List<Socket> strangers(int port, int count) throws IOException {
    List<Socket> strangers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      strangers.add(TestClient.tcp(port));
    }
    return strangers;
  }

  private static void close(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** A test server in a process of its own. */
  private static final class Child implements AutoCloseable {
    private static final Pattern COUNTS =
        Pattern.compile("CONNECTIONS (\\d+) of (\\d+), undecided (\\d+), accept failures (\\d+)");

    private final Process process;
    private final BlockingQueue<String> lines;

    Child() throws Exception {
      TestKeys.keystore("RSA"); // made here, outside the limit
      process = start();
      lines = linesOf(process);
    }

    int port() throws InterruptedException {
      return Integer.parseInt(await("PORT ").substring(5));
    }

    /** Adds what the server has said to a failure. */
    <T> T explain(Callable<T> what) throws Exception {
      try {
        return what.call();
      } catch (IOException e) {
        throw new AssertionError("The server says: " + lines, e);
      }
    }

    void say(char command) throws IOException {
      process.getOutputStream().write(command);
      process.getOutputStream().flush();
    }

    Matcher counts() throws Exception {
      say('?');
      Matcher counts = COUNTS.matcher(await("CONNECTIONS "));
      assertThat(counts.find()).isTrue();
      return counts;
    }

    String await(String part) throws InterruptedException {
      return FileDescriptorsTest.await(lines, part);
    }

    /** Returns whether it prints such a line before it is silent for so long. */
    boolean sees(String part, long seconds) throws InterruptedException {
      return find(lines, part, seconds, new ArrayList<>()) != null;
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      boolean ended = false;
      try {
        ended = process.waitFor(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      process.destroyForcibly();
      assertThat(ended).as("the server stopped in order").isTrue();
    }
  }

  private static Process start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    assertThat(classPath).contains(File.pathSeparator);
    return new ProcessBuilder(
            "sh",
            "-c",
            "ulimit -n " + LIMIT + "; exec \"$0\" \"$@\"",
            java,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            ChildShop.class.getName())
        .redirectErrorStream(true)
        .start();
  }

  private static BlockingQueue<String> linesOf(Process child) {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader in =
                  new BufferedReader(
                      new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
                in.lines().forEach(lines::add);
              } catch (IOException e) {
                lines.add("the output ended: " + e);
              }
            },
            "test-child-output");
    reader.setDaemon(true);
    reader.start();
    return lines;
  }

  private static String await(BlockingQueue<String> lines, String part)
      throws InterruptedException {
    List<String> seen = new ArrayList<>();
    String line = find(lines, part, ANSWER_SECONDS, seen);
    if (line == null) {
      throw new AssertionError("no \"" + part + "\" in\n" + String.join("\n", seen));
    }
    return line;
  }

  /** Returns the line with this part; null if none comes for so long. Lists those before it. */
  private static String find(
      BlockingQueue<String> lines, String part, long seconds, List<String> seen)
      throws InterruptedException {
    String line = lines.poll(seconds, TimeUnit.SECONDS);
    while (line != null && !line.contains(part)) {
      seen.add(line);
      line = lines.poll(seconds, TimeUnit.SECONDS);
    }
    return line;
  }
}
