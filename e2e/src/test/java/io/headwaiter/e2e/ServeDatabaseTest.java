package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.DatabaseSettings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code serve --db} starts its own database server, or reports what it can start. */
@Timeout(300)
@Tag("once")
class ServeDatabaseTest {
  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb"})
  void servesFromOwnDatabaseServer(String kind) throws Exception {
    try (ServedShop shop = ServedShop.start("--server", "stock", "--plain-http", "--db", kind)) {
      HttpRequest page = HttpRequest.newBuilder(shop.uri("/BrowseCategories")).build();
      HttpResponse<String> reply = HttpClient.newHttpClient().send(page, BodyHandlers.ofString());
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.body()).contains("Antiques");
    }
  }

  /** With a deadline no request waits for ever, and service returns with the database. */
  @Test
  void answersErrorWhileDatabaseHangsThenRecovers() throws Exception {
    try (DatabaseServer database =
            DatabaseServer.start(DatabaseSettings.forExperiments(DatabaseKind.POSTGRESQL));
        ServedShop shop =
            ServedShop.start(
                "--server",
                "stock",
                "--plain-http",
                "--connection-policy",
                "request",
                "--request-deadline-millis",
                "1000",
                "--db",
                database.jdbcUrl(),
                "--db-user",
                database.user(),
                "--db-password",
                database.password())) {
      assertThat(browse(shop)).isEqualTo(200);
      database.suspend();
      assertThat(browse(shop)).isIn(500, 503);
      database.resume();
      await().atMost(Duration.ofMinutes(1)).until(() -> browse(shop) == 200);
    }
  }

  private static int browse(ServedShop shop) throws Exception {
    HttpRequest page =
        HttpRequest.newBuilder(shop.uri("/BrowseCategories"))
            .timeout(Duration.ofMinutes(1))
            .build();
    return HttpClient.newHttpClient().send(page, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void rejectsWrongDatabaseOptions() throws Exception {
    Command wrong =
        Command.headwaiter("serve", "--port", "0", "--admin-port", "0", "--db", "oracle");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("--db must be h2, postgresql, mariadb or a JDBC URL, got oracle.");
    Command user = Command.headwaiter("serve", "--db", "mariadb", "--db-user", "root");
    assertThat(user.exitCode()).isEqualTo(2);
    assertThat(user.err()).contains("--db mariadb makes its own");
    Command none = Command.headwaiter("serve", "--request-deadline-millis", "0");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--request-deadline-millis must be at least 1, got 0.");
    Command bare =
        Command.headwaiter("serve", "--server", "stock", "--request-deadline-millis", "9");
    assertThat(bare.exitCode()).isEqualTo(2);
    assertThat(bare.err()).contains("with --connection-policy only. Add it.");
  }
}
