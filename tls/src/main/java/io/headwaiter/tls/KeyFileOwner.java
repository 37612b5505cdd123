package io.headwaiter.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/** The owner of a key file, which determines which other users may read the file. */
enum KeyFileOwner {
  /** The user of this process, unless that is root. */
  SELF,
  /**
   * Root, whichever the user of this process. Kubernetes mounts a secret in this way (0440 with the
   * group of {@code fsGroup}), and systemd a credential (0400, or 0440 with an access list).
   */
  ROOT,
  /** Any other user, which could change the file at any time. */
  OTHER;

  private static final int ROOT_ID = 0;
  private static final Path PROCESS = Path.of("/proc/self/status");
  private static final Set<PosixFilePermission> OF_THE_OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /**
   * Checks a file, or the target of a link. Without POSIX permissions nothing is checked, and those
   * of the folder have to suffice.
   *
   * @throws IOException with a sentence, if another user owns the file, or others have rights on it
   *     that they must not have
   */
  static void check(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes attributes = view.readAttributes();
    of(file, attributes).check(file, attributes.owner().getName(), attributes.permissions());
  }

  private static KeyFileOwner of(Path file, PosixFileAttributes attributes) throws IOException {
    int owner = (int) Files.getAttribute(file, "unix:uid");
    OptionalInt process = processUser();
    if (process.isPresent()) {
      return of(owner, process.getAsInt());
    }
    boolean ours = attributes.owner().getName().equals(System.getProperty("user.name"));
    return ours ? of(owner, owner) : of(owner, /* process= */ -1);
  }

  /** Returns the owner by the ids of users. */
  static KeyFileOwner of(int owner, int process) {
    if (owner == ROOT_ID) {
      return ROOT;
    }
    return owner == process ? SELF : OTHER;
  }

  /**
   * Returns the effective user id of this process; empty if the system does not tell it like Linux.
   */
  private static OptionalInt processUser() {
    try {
      for (String line : Files.readString(PROCESS, StandardCharsets.ISO_8859_1).split("\n", -1)) {
        if (line.startsWith("Uid:")) {
          return OptionalInt.of(Integer.parseInt(line.split("\\s+", -1)[2]));
        }
      }
    } catch (IOException | RuntimeException e) {
      return OptionalInt.empty();
    }
    return OptionalInt.empty();
  }

  /**
   * Checks the owner and the permissions.
   *
   * @param ownerName as the system names it
   * @throws IOException with a sentence, if they are not safe
   */
  void check(Path file, String ownerName, Set<PosixFilePermission> permissions) throws IOException {
    if (this == OTHER) {
      throw new IOException(
          "The ticket key file "
              + file
              + " belongs to the user "
              + ownerName
              + ", who could change it at any time. It must belong to the user of this process or"
              + " to root: chown it, and chmod 600 "
              + file);
    }
    Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
    others.addAll(permissions);
    others.removeAll(OF_THE_OWNER);
    if (this == ROOT) {
      others.remove(PosixFilePermission.GROUP_READ);
    }
    if (!others.isEmpty()) {
      throw new IOException(
          "The ticket key file "
              + file
              + " has the permissions "
              + PosixFilePermissions.toString(permissions)
              + ", but a user who reads it can decrypt recorded connections. Only its owner may have any,"
              + " and of a file of root's its group may read it: chmod 600 "
              + file
              + ", in Kubernetes defaultMode: 0400 or 0440 of the volume.");
    }
  }
}
