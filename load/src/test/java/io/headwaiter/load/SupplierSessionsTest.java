package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.SupplierInteraction;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Business clients send their messages as bodies, and check the replies. */
@Tag("slow")
@Timeout(120)
class SupplierSessionsTest {
  private static final int REQUESTS = 5;
  private static final int SESSIONS = 4;

  /** One client, one visit after another; the window only guards against hanging. */
  private static LoadResult run(URI target, Mix mix, HttpVersion http) throws InterruptedException {
    try (LoadGenerator generator =
        new LoadGenerator(
            LoadOptions.builder(target)
                .closedPopulation(1)
                .mix(mix)
                .httpVersion(http)
                .maxRequests(REQUESTS)
                .thinkMean(Duration.ofMillis(1))
                .warmup(Duration.ZERO)
                .maxSessions(SESSIONS)
                .patience(Duration.ofSeconds(40))
                .duration(Duration.ofSeconds(50))
                .build())) {
      return generator.run(progress -> {});
    }
  }

  private static String reply(String target) {
    return "{\"" + target.substring(1) + "Response\":{}}";
  }

  private static void isMessageOf(String target, String body, Mix mix) {
    String name = target.substring(1);
    String begin = mix == Mix.SUPPLIER ? "{\"" + name + "\":{" : "<s:Envelope ";
    assertThat(body).startsWith(begin).contains(name);
  }

  @ParameterizedTest
  @EnumSource(names = {"SUPPLIER", "SUPPLIER_XML"})
  void sendsMessagesOverHttp1(Mix mix) throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              client.handshake();
              for (String target = client.request(); target != null; target = client.request()) {
                client.reply(200, reply(target));
              }
            })) {
      LoadResult result = run(server.uri(), mix, HttpVersion.HTTP_1_1);
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
      assertThat(server.bodies()).hasSameSizeAs(server.targets());
      for (int i = 0; i < server.targets().size(); i++) {
        String body = server.bodies().get(i);
        isMessageOf(server.targets().get(i), body, mix);
        String type = mix == Mix.SUPPLIER ? "application/json" : "text/xml;charset=UTF-8";
        assertThat(server.heads().get(i))
            .startsWith("POST ")
            .endsWith(
                "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SUPPLIER", "SUPPLIER_XML"})
  void sendsMessagesOverHttp2(Mix mix) throws InterruptedException {
    List<String> labels =
        Arrays.stream(SupplierInteraction.values()).map(SupplierInteraction::replyName).toList();
    String all = String.join(" ", labels);
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reply(200, all))) {
      LoadResult result = run(server.uri(), mix, HttpVersion.HTTP_2);
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
      assertThat(server.bodies()).hasSameSizeAs(server.targets());
      for (int i = 0; i < server.targets().size(); i++) {
        isMessageOf(server.targets().get(i), server.bodies().get(i), mix);
        assertThat(server.heads().get(i).method()).hasToString("POST");
        assertThat(server.heads().get(i).get("content-length"))
            .hasToString(Integer.toString(server.bodies().get(i).length()));
      }
    }
  }

  @Test
  void wrongReplyBreaksVisit() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("{\"error\":{}}"))) {
      LoadResult result = run(server.uri(), Mix.SUPPLIER, HttpVersion.HTTP_1_1);
      assertThat(result.errorsByKind()).containsOnlyKeys("page-wrong");
      assertThat(result.sessions().broken()).isEqualTo(SESSIONS);
    }
  }
}
