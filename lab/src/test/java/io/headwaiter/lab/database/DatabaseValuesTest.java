package io.headwaiter.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings, ports and programs, without a server. */
class DatabaseValuesTest {
  @TempDir private Path folder;

  @Test
  void kindsAreFoundByTheirLabels() {
    assertThat(DatabaseKind.of("PostgreSQL")).isEqualTo(DatabaseKind.POSTGRESQL);
    assertThat(DatabaseKind.of("mariadb")).isEqualTo(DatabaseKind.MARIADB);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DatabaseKind.of("oracle"))
        .withMessage("The database is \"oracle\"; give postgresql or mariadb.");
  }

  @Test
  void rejectsSettingsOutOfRange() {
    DatabaseSettings good = DatabaseSettings.forTests(DatabaseKind.MARIADB);
    assertThat(good.durable()).isFalse();
    assertThat(DatabaseSettings.forExperiments(DatabaseKind.MARIADB).durable()).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> good.withConnectionsMax(9))
        .withMessage("connectionsMax must be from 10 to 1000, got 9");
    assertThatIllegalArgumentException().isThrownBy(() -> good.on(List.of(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DatabaseSettings(DatabaseKind.MARIADB, true, 8, 10, List.of()));
  }

  /** The kernel's range of ports, and the bounds between which a port is chosen. */
  @ParameterizedTest
  @CsvSource({
    "'32768\t60999\n', 15000, 32767",
    "'1024 65535', 15000, 65535",
    "'1024 50000', 50001, 65535",
    "'49152 65535', 15000, 32767",
    "'16000 65000', 15000, 15999",
    "'', 15000, 32767",
    "'rubbish', 15000, 32767",
  })
  void choosesPortsOutsideEphemeralRange(String given, int least, int most) {
    FreePort ports = new FreePort(1, given);
    for (int i = 0; i < 1000; i++) {
      assertThat(ports.candidate()).isBetween(least, most);
    }
  }

  @Test
  void skipsPortInUse() throws IOException {
    FreePort same = new FreePort(7, "");
    int first = same.next();
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket socket = new ServerSocket(first, 1, here)) {
      assertThat(socket.isBound()).isTrue();
      assertThat(new FreePort(7, "").next()).isNotEqualTo(first);
    }
  }

  @Test
  void picksNewestVersionOfProgram() throws IOException {
    program("9/bin/serve");
    Path newest = program("15/bin/serve");
    program("10/bin/other");
    assertThat(Programs.find("serve", List.of(folder + "/*/bin"), "some"))
        .isEqualTo(newest.toString());
  }

  @Test
  void reportsMissingProgram() throws IOException {
    Files.createFile(folder.resolve("not-executable"));
    for (String name : List.of("no-such-program-at-all", "not-executable")) {
      assertThatIOException()
          .isThrownBy(() -> Programs.find(name, List.of(folder.toString(), "/no/*/bin"), "some"))
          .withMessage(
              "The program "
                  + name
                  + " is missing; install it (Debian and Ubuntu: sudo apt-get install some).");
    }
  }

  private Path program(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }
}
