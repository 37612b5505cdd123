package io.headwaiter.front.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.status.TlsStatus.Engine;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.tls.TicketKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsStatusTest {
  private static final String FIRST = "01".repeat(32);
  private static final String SECOND = "02".repeat(32);

  @TempDir Path folder;

  private TicketKeys keysOf(String... secrets) throws Exception {
    Path file = Files.createTempFile(folder, "tickets", ".keys");
    Files.write(file, List.of(secrets));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return TicketKeys.fromFile(file, 3600, System::currentTimeMillis);
  }

  private static String metrics(TlsStatus status) {
    MetricsText text = new MetricsText();
    status.count(text);
    return text.toString();
  }

  @Test
  void showsEngineAndFallback() {
    TlsStatus status = new TlsStatus(Engine.JSSE, /* isFallback= */ true, null);
    assertThat(metrics(status))
        .contains("headwaiter_tls_engine{engine=\"jsse\"} 1\n")
        .contains("headwaiter_tls_engine{engine=\"boringssl\"} 0\n")
        .contains("headwaiter_tls_fallback 1\n")
        .doesNotContain("ticket_secret");
    assertThat(status.page())
        .containsEntry("engine", "jsse")
        .containsEntry("fallback", 1)
        .containsEntry("ticketSecrets", List.of());
  }

  @Test
  void showsPlacesOfSecretsAndNotTheSecrets() throws Exception {
    TlsStatus status = new TlsStatus(Engine.BORINGSSL, false, keysOf(FIRST, SECOND));
    TlsStatus swapped = new TlsStatus(Engine.BORINGSSL, false, keysOf(SECOND, FIRST));
    List<?> prints = (List<?>) status.page().get("ticketSecrets");
    assertThat(prints).hasSize(2).doesNotHaveDuplicates();
    assertThat(metrics(status))
        .contains("headwaiter_ticket_secret{fingerprint=\"" + prints.get(0) + "\"} 1\n")
        .contains("headwaiter_ticket_secret{fingerprint=\"" + prints.get(1) + "\"} 2\n")
        .contains("headwaiter_ticket_key_file_age_seconds ")
        .doesNotContain(FIRST, SECOND);
    assertThat(metrics(swapped))
        .contains("headwaiter_ticket_secret{fingerprint=\"" + prints.get(0) + "\"} 2\n");
  }

  @Test
  void generatedKeysHaveNoFingerprint() {
    TicketKeys generated = TicketKeys.generated(3600, System::nanoTime, System::currentTimeMillis);
    assertThat(metrics(new TlsStatus(Engine.BORINGSSL, false, generated)))
        .doesNotContain("ticket_secret", "ticket_key_file");
  }
}
