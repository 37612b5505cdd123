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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A server that runs out of file descriptors goes on when some are free again. */
class DescriptorsTest {
  private static final int LIMIT = 200;

  @Test
  void goesOnWhenDescriptorsAreFreeAgain() throws Exception {
    TestKeys.keystore("RSA"); // made here, not within the limit
    Process child = start();
    try {
      BlockingQueue<String> lines = linesOf(child);
      int port = Integer.parseInt(await(lines, "PORT ").substring(5));
      TestClient client = new TestClient("TLSv1.3");
      assertThat(client.get(port)).contains("served over HTTP/1.1");

      List<Socket> strangers = new ArrayList<>();
      for (int i = 0; i < LIMIT + 20; i++) {
        strangers.add(TestClient.tcp(port));
      }
      await(lines, "Too many open files");
      // It does not try again and again for nothing.
      await(lines, "trying again in 1600 ms");
      for (Socket stranger : strangers) {
        stranger.close();
      }
      Awaitility.await()
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(() -> new TestClient("TLSv1.3").get(port).contains("served over HTTP/1.1"));
      Awaitility.await().until(() -> connections(child, lines).equals("CONNECTIONS 0"));
    } finally {
      child.getOutputStream().close();
      boolean ended = child.waitFor(20, TimeUnit.SECONDS);
      child.destroyForcibly();
      assertThat(ended).as("the server stopped in order").isTrue();
    }
  }

  private static String connections(Process child, BlockingQueue<String> lines) throws Exception {
    child.getOutputStream().write('?');
    child.getOutputStream().flush();
    return await(lines, "CONNECTIONS ");
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
    while (true) {
      String line = lines.poll(30, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("no \"" + part + "\" in\n" + String.join("\n", seen));
      }
      if (line.contains(part)) {
        return line;
      }
      seen.add(line);
    }
  }
}
