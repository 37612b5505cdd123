package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlPortTest {
  private final List<String> heard = new ArrayList<>();

  private HttpResponse<String> ask(String method, String what)
      throws IOException, InterruptedException {
    try (ControlPort port =
        ControlPort.open(
            0,
            Map.of(
                "pages",
                value -> {
                  if (Integer.parseInt(value) < 0) {
                    throw new IllegalArgumentException("it must not be negative");
                  }
                  heard.add(value);
                }),
            Map.of("figures", () -> "42"))) {
      URI uri = URI.create("http://127.0.0.1:" + port.port() + what);
      HttpRequest request =
          HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void setsValueOfKnob() throws Exception {
    assertThat(ask("POST", "/pages?17").statusCode()).isEqualTo(200);
    assertThat(heard).containsExactly("17");
  }

  @Test
  void showsPage() throws Exception {
    HttpResponse<String> answer = ask("GET", "/figures");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("42");
    assertThat(ask("POST", "/figures?1").statusCode()).isEqualTo(404);
  }

  @Test
  void answers400ToWrongValue() throws Exception {
    HttpResponse<String> answer = ask("POST", "/pages?-1");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("pages cannot be -1", "must not be negative");
    assertThat(ask("POST", "/pages?many").statusCode()).isEqualTo(400);
    assertThat(heard).isEmpty();
  }

  @Test
  void answers404WithKnownKnobs() throws Exception {
    assertThat(ask("GET", "/pages?17").statusCode()).isEqualTo(404);
    assertThat(ask("POST", "/pages").statusCode()).isEqualTo(404);
    assertThat(ask("POST", "/stairs?1").body()).contains("[pages]");
    assertThat(heard).isEmpty();
  }
}
