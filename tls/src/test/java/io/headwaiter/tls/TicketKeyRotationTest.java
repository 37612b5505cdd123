package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TicketKeyRotationTest {
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final Duration A_DAY = Duration.ofDays(1);

  @TempDir Path folder;

  private Path file;
  private Instant now = Instant.parse("2026-11-27T10:00:00Z");
  private TicketKeyRotation rotation;

  @BeforeEach
  void prepare() {
    file = folder.resolve("tickets");
    rotation = new TicketKeyRotation(file, () -> now, new SecureRandom());
  }

  private List<String> fingerprints() throws IOException {
    return TicketKeyFile.read(file).secrets().stream().map(TicketSecret::fingerprint).toList();
  }

  private void assertRefused(String sentence, ThrowingCallable step) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(step).isInstanceOf(IOException.class).hasMessageContaining(sentence);
    assertThat(file).hasBinaryContent(before);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void newFileHasOneSecretForItsUserOnly() throws Exception {
    List<String> made = rotation.create();
    assertThat(made).hasSize(1).isEqualTo(fingerprints());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(TicketKeyFile.read(file).isEnded()).isTrue();
  }

  @Test
  void wholeChangeKeepsEverySecretUntilTicketsExpire() throws Exception {
    String old = rotation.create().get(0);
    List<String> appended = rotation.append();
    assertThat(appended).hasSize(2).startsWith(old);
    now = now.plus(FIVE_MINUTES);
    String fresh = appended.get(1);
    assertThat(rotation.promote(FIVE_MINUTES))
        .containsExactly(fresh, old)
        .isEqualTo(fingerprints());
    now = now.plus(A_DAY);
    assertThat(rotation.drop(A_DAY)).containsExactly(fresh).isEqualTo(fingerprints());
    assertThat(rotation.append()).hasSize(2).startsWith(fresh);
  }

  @Test
  void refusesStepsOutOfOrder() throws Exception {
    rotation.create();
    assertRefused("is there already", rotation::create);
    assertRefused("promote comes after append", () -> rotation.promote(Duration.ZERO));
    assertRefused("drop comes after promote", () -> rotation.drop(Duration.ZERO));
    rotation.append();
    assertRefused("Finish it with promote", rotation::append);
    assertRefused("drop comes after promote", () -> rotation.drop(Duration.ZERO));
    rotation.promote(Duration.ZERO);
    assertRefused("promote comes after append", () -> rotation.promote(Duration.ZERO));
    assertRefused("Finish it with drop", rotation::append);
  }

  @Test
  void refusesStepsThatAreTooEarly() throws Exception {
    rotation.create();
    rotation.append();
    now = now.plus(FIVE_MINUTES).minusSeconds(1);
    assertRefused("Wait until 2026-11-27T10:05:00Z", () -> rotation.promote(FIVE_MINUTES));
    now = now.plusSeconds(1);
    rotation.promote(FIVE_MINUTES);
    now = now.plus(A_DAY).minusSeconds(1);
    assertRefused("Wait until 2026-11-28T10:05:00Z", () -> rotation.drop(A_DAY));
  }

  @Test
  void refusesFileOfAnotherProgramWithSentence() throws Exception {
    Files.writeString(file, "01".repeat(32) + "\n" + "02".repeat(32) + "\n# step: append when\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertRefused("another program wrote it", () -> rotation.promote(Duration.ZERO));
    assertRefused("Finish it with", rotation::append);
  }

  @Test
  void refusesWhileAnotherChangeIsUnderWay() throws Exception {
    rotation.create();
    Path beside = Files.createFile(folder.resolve("tickets.new"));
    assertThatThrownBy(rotation::append).hasMessageContaining(beside + " is there");
    assertThat(fingerprints()).hasSize(1);
    assertThat(beside).exists();
  }

  @Test
  void keepsLinkAndPermissions() throws Exception {
    rotation.create();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    new TicketKeyRotation(link, () -> now, new SecureRandom()).append();
    assertThat(link).isSymbolicLink();
    assertThat(fingerprints()).hasSize(2);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("r--------");
  }

  @Test
  void missingFileIsNamed() {
    assertThatThrownBy(rotation::append).hasMessageContaining(file + " cannot be read");
  }
}
