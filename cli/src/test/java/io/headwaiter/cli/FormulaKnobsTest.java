package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.StartClient;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
@Timeout(60)
class FormulaKnobsTest {
  @TempDir private Path folder;

  private static void addPage(Context context) {
    HttpServlet page =
        new HttpServlet() {
          private static final long serialVersionUID = 1L;

          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            response.getWriter().println("ok");
          }
        };
    context.addServletContainerInitializer(
        (classes, servlets) -> servlets.addServlet("page", page).addMapping("/"), null);
  }

  private TomcatServer start() throws Exception {
    Keystore key = Keystore.create(folder);
    return TomcatServer.start(
        new TomcatOptions(
            HeadwaiterProtocol.class.getName(),
            "127.0.0.1",
            0,
            key.file(),
            key.password(),
            Map.of(
                "admission",
                "formula",
                "formulaNewMillis",
                "20",
                "formulaResumedMillis",
                "2",
                "adminPort",
                "0",
                "tls",
                "jsse")),
        FormulaKnobsTest::addPage);
  }

  @Test
  void changedCostsKeepPorts() throws Exception {
    try (TomcatServer server = start()) {
      HeadwaiterProtocol protocol = (HeadwaiterProtocol) server.connector().getProtocolHandler();
      Map<String, Consumer<String>> knobs = FormulaKnobs.of(server.connector(), protocol);
      int port = server.port();
      int adminPort = protocol.adminAddressBound().getPort();
      StartClient client = new StartClient(URI.create("https://127.0.0.1:" + port + "/"));
      assertThat(client.calm(1, Duration.ZERO)).isEqualTo(1);
      knobs.get("formulaNewPerSecond").accept("0.02"); // 50 s, more than an interval has
      assertThat(client.calm(3, Duration.ZERO)).isZero();
      knobs.get("formulaNewPerSecond").accept("50");
      knobs.get("formulaResumedMillis").accept("1");
      assertThat(client.calm(1, Duration.ZERO)).isEqualTo(1);
      assertThat(server.port()).isEqualTo(port);
      assertThat(protocol.adminAddressBound().getPort()).isEqualTo(adminPort);
    }
  }

  @Test
  void rejectsRatesOfZeroAndNaN() throws Exception {
    try (TomcatServer server = start()) {
      Consumer<String> knob =
          FormulaKnobs.of(
                  server.connector(), (HeadwaiterProtocol) server.connector().getProtocolHandler())
              .get("formulaNewPerSecond");
      assertThatThrownBy(() -> knob.accept("0")).hasMessageContaining("above 0");
      assertThatThrownBy(() -> knob.accept("NaN")).hasMessageContaining("above 0");
    }
  }
}
