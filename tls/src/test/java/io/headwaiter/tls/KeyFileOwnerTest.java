package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFileOwnerTest {
  private static final Path FILE = Path.of("ticket.keys");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, SELF",
    "0, 1000, ROOT",
    "0, 0, ROOT",
    "1001, 1000, OTHER",
    "1000, 0, OTHER"
  })
  void distinguishesSelfRootAndOther(int owner, int process, KeyFileOwner is) {
    assertThat(KeyFileOwner.of(owner, process)).isEqualTo(is);
  }

  /** The last two are those of a Kubernetes secret with fsGroup, from defaultMode 0400 and 0600. */
  @ParameterizedTest
  @CsvSource({
    "SELF, rw-------",
    "SELF, r--------",
    "ROOT, r--------",
    "ROOT, r--r-----",
    "ROOT, rw-r-----"
  })
  void acceptsSafePermissions(KeyFileOwner owner, String permissions) throws Exception {
    owner.check(FILE, "somebody", PosixFilePermissions.fromString(permissions));
  }

  @ParameterizedTest
  @CsvSource({
    "SELF, rw-r-----",
    "SELF, r--r-----",
    "SELF, rw----r--",
    "SELF, rw-----w-",
    "ROOT, rw-r--r--",
    "ROOT, rw-rw----",
    "ROOT, r--r-x---",
    "ROOT, r------w-"
  })
  void rejectsPermissionsOpenToOthers(KeyFileOwner owner, String permissions) {
    assertThatThrownBy(
            () -> owner.check(FILE, "somebody", PosixFilePermissions.fromString(permissions)))
        .hasMessageContaining("ticket.keys has the permissions " + permissions)
        .hasMessageContaining("chmod 600 ticket.keys")
        .hasMessageContaining("defaultMode: 0400");
  }

  @Test
  void rejectsFileOfAnotherUser() {
    assertThatThrownBy(
            () ->
                KeyFileOwner.OTHER.check(
                    FILE, "mallory", PosixFilePermissions.fromString("rw-------")))
        .hasMessageContaining("belongs to the user mallory, who could change it")
        .hasMessageContaining("to the user of this process or to root: chown it");
  }

  /** As root the file is root's, which its group may read; otherwise it is the process's own. */
  @Test
  void recognisesOwnerOfRealFile() throws Exception {
    Path file = Files.createTempFile(folder, "ticket", ".keys");
    KeyFileOwner.check(file);
    boolean isRoots = (int) Files.getAttribute(file, "unix:uid") == 0;
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    if (isRoots) {
      KeyFileOwner.check(file);
      // Only root can give a file away.
      Files.setAttribute(file, "unix:uid", 12_345);
      assertThatThrownBy(() -> KeyFileOwner.check(file))
          .hasMessageContaining("belongs to the user 12345");
    } else {
      assertThatThrownBy(() -> KeyFileOwner.check(file)).hasMessageContaining("rw-r-----");
    }
  }
}
