package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings over the admin endpoint. */
@Tag("slow")
class TraceAnswersTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String TOKEN = "0123456789abcdef";

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();

  private static AdminServer start(String token) throws IOException {
    return AdminServer.start(
        new InetSocketAddress(LOOPBACK, 0),
        /* tls= */ null,
        AdminAccess.at(LOOPBACK, token),
        Map::of,
        String::new,
        Intervals.history("requests"));
  }

  private static HttpRequest.Builder ask(AdminServer admin, String query) {
    return HttpRequest.newBuilder(URI.create(admin.url("/trace" + query)))
        .timeout(Duration.ofSeconds(30))
        .POST(HttpRequest.BodyPublishers.noBody());
  }

  private CompletableFuture<HttpResponse<byte[]>> send(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofByteArray());
  }

  private static String text(HttpResponse<byte[]> answer) {
    return answer.statusCode() + " " + new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void sendsOneRecordingAtATime() throws Exception {
    try (AdminServer admin = start("")) {
      HttpRequest.Builder request =
          ask(admin, "?seconds=2").header(AdminServer.COMMAND_HEADER, "x");
      CompletableFuture<HttpResponse<byte[]>> first = send(request);
      Awaitility.await()
          .until(
              () ->
                  text(send(ask(admin, "?seconds=1").header(AdminServer.COMMAND_HEADER, "x")).get())
                      .startsWith("409 Another trace"));
      HttpResponse<byte[]> recording = first.get();
      assertThat(recording.statusCode()).isEqualTo(200);
      assertThat(new String(recording.body(), 0, 3, StandardCharsets.US_ASCII)).isEqualTo("FLR");
    }
  }

  /** An event of the application or of one of its libraries, which is on unless turned off. */
  private static final class Foreign extends Event {}

  @Test
  void holdsNoForeignEvents() throws Exception {
    FlightRecorder.register(Foreign.class);
    Path file = folder.resolve("trace.jfr");
    try (AdminServer admin = start("")) {
      CompletableFuture<HttpResponse<byte[]>> answer =
          send(ask(admin, "?seconds=1").header(AdminServer.COMMAND_HEADER, "x"));
      do {
        new Foreign().commit();
        TraceEvents.request(1, "/", 200, 1, 2, new TraceEvents.ConnectionUse(0, 0));
      } while (!isDoneWithinMillisecond(answer)); // more events would fill the heap
      Files.write(file, answer.get().body());
    }
    assertThat(RecordingFile.readAllEvents(file))
        .isNotEmpty()
        .allMatch(event -> event.getEventType().getName().startsWith("io.headwaiter."));
  }

  private static boolean isDoneWithinMillisecond(CompletableFuture<?> answer) throws Exception {
    try {
      answer.get(1, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /** The first recording of a JVM costs it all its compiled code; see TraceRecorder. */
  @Test
  void preparesJvmAtStart() throws Exception {
    try (AdminServer admin = start("")) {
      assertThat(admin.address().getPort()).isPositive();
      assertThat(FlightRecorder.isInitialized()).isTrue();
      assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
    }
  }

  @Test
  void waitsForEndOfOtherRecordings() throws Exception {
    try (AdminServer admin = start("");
        Recording other = new Recording()) {
      other.start();
      HttpRequest.Builder request =
          ask(admin, "?seconds=1").header(AdminServer.COMMAND_HEADER, "x");
      assertThat(text(send(request).get())).startsWith("409 ").contains("another recording");
      other.stop();
      assertThat(send(request).get().statusCode()).isEqualTo(200);
    }
  }

  /** Its events, which may hold passwords, would be in the trace. */
  @Test
  void recordingThatBeginsMeanwhileEndsTheTrace() throws Exception {
    try (AdminServer admin = start("")) {
      HttpRequest.Builder request =
          ask(admin, "?seconds=3").header(AdminServer.COMMAND_HEADER, "x");
      CompletableFuture<HttpResponse<byte[]>> trace = send(request);
      Awaitility.await().until(() -> !FlightRecorder.getFlightRecorder().getRecordings().isEmpty());
      try (Recording other = new Recording()) {
        other.start();
        assertThat(text(trace.get())).startsWith("409 ").contains("another recording");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?seconds=0", "?seconds=61", "?seconds=1.5", "?seconds=x", "?s=1"})
  void rejectsOtherTimesWithSentence(String query) throws Exception {
    try (AdminServer admin = start("")) {
      HttpRequest.Builder request = ask(admin, query).header(AdminServer.COMMAND_HEADER, "x");
      assertThat(text(send(request).get())).startsWith("400 ").contains("from 1 to 60");
    }
  }

  @Test
  void wantsHeaderAndToken() throws Exception {
    try (AdminServer admin = start("")) {
      assertThat(send(ask(admin, "?seconds=1")).get().statusCode()).isEqualTo(404);
      HttpRequest.Builder page = ask(admin, "?seconds=1").header(AdminServer.COMMAND_HEADER, "x");
      assertThat(send(page.header("Origin", "http://evil.example")).get().statusCode())
          .isEqualTo(404);
    }
    try (AdminServer admin = start(TOKEN)) {
      HttpRequest.Builder request =
          ask(admin, "?seconds=1").header(AdminServer.COMMAND_HEADER, "x");
      assertThat(send(request).get().statusCode()).isEqualTo(401);
      assertThat(send(request.header("Authorization", "Bearer " + TOKEN)).get().statusCode())
          .isEqualTo(200);
    }
  }
}
