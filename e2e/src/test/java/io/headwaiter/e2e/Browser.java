package io.headwaiter.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Chromium without a window, with one page, driven over its debugging protocol. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LISTENING = "DevTools listening on ";
  private static final int TIMEOUT_SECONDS = 30;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger commands = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private String session = "";

  /** Receives messages, each in one or more parts. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        received(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * Starts a browser with an empty page.
   *
   * @param profile an empty folder
   */
  Browser(Path profile) throws Exception {
    process =
        new ProcessBuilder(
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(debuggingAddress(process), new Listener())
            .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    String target =
        send("Target.createTarget", Map.of("url", "about:blank")).at("/targetId").asText();
    session =
        send("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .at("/sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Log")) {
      send(domain + ".enable", Map.of());
    }
  }

  private static URI debuggingAddress(Process process) throws IOException {
    BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      if (line.startsWith(LISTENING)) {
        drain(log);
        return URI.create(line.substring(LISTENING.length()));
      }
    }
    throw new IOException("chromium ended before it listened");
  }

  /** Reads on, so that the browser never waits for room in the pipe. */
  private static void drain(BufferedReader log) {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (log.readLine() != null) {}
              } catch (IOException e) {
                // The browser has ended.
              }
            },
            "chromium-log");
    reader.setDaemon(true);
    reader.start();
  }

  private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
    int id = commands.incrementAndGet();
    ObjectNode command = JSON.createObjectNode().put("id", id).put("method", method);
    command.set("params", JSON.valueToTree(parameters));
    if (!session.isEmpty()) {
      command.put("sessionId", session);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(command.toString(), /* last= */ true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    JsonNode result = answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (result.has("error")) {
      throw new IOException(method + ": " + result.get("error"));
    }
    return result.get("result");
  }

  private void received(String text) {
    try {
      JsonNode message = JSON.readTree(text);
      if (message.has("id")) {
        answers.remove(message.get("id").asInt()).complete(message);
        return;
      }
      JsonNode of = message.get("params");
      switch (message.path("method").asText()) {
        case "Runtime.exceptionThrown" -> problems.add(of.get("exceptionDetails").toString());
        case "Runtime.consoleAPICalled" -> {
          if (of.get("type").asText().equals("error")) {
            problems.add(of.get("args").toString());
          }
        }
        case "Log.entryAdded" -> {
          if (of.at("/entry/level").asText().equals("error")) {
            problems.add(of.get("entry").toString());
          }
        }
        default -> {}
      }
    } catch (IOException e) {
      problems.add("not readable: " + text);
    }
  }

  /** Opens an address. */
  void open(URI address) throws Exception {
    send("Page.navigate", Map.of("url", address.toString()));
  }

  /** Returns the value of an expression in the page; a missing one if it has none. */
  JsonNode evaluate(String expression) throws Exception {
    return send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true))
        .at("/result/value");
  }

  /** Returns the text of the element with this id. */
  String text(String id) throws Exception {
    return evaluate("document.getElementById('" + id + "').textContent").asText();
  }

  /** Makes the page as large as this. */
  void resize(int width, int height) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** Says whether the person prefers dark pages. */
  void preferDark(boolean dark) throws Exception {
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Presses and releases a key, for example {@code ArrowLeft}. */
  void press(String key) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      send("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key));
    }
  }

  /** Writes a picture of the whole page. */
  void picture(Path file) throws Exception {
    JsonNode picture = send("Page.captureScreenshot", Map.of("captureBeyondViewport", true));
    Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
  }

  /** Forgets the errors so far. */
  void forgetProblems() {
    problems.clear();
  }

  /** Returns the errors that pages have reported. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
  }
}
