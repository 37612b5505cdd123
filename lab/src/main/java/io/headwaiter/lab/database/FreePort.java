package io.headwaiter.lab.database;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses ports outside the range from which the system takes any free port: while a server is
 * down, no other process is given its port. Not thread-safe.
 */
final class FreePort {
  private static final Path GIVEN_BY_SYSTEM = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,5})\\s+(\\d{1,5})\\s*");
  private static final int LOWEST = 15_000;
  private static final int USUAL_FIRST_GIVEN = 32_768;
  private static final int ROOM_MIN = 1_000;
  private static final int TRIES = 100;

  private final SplittableRandom random;
  private final int first;
  private final int end;

  /**
   * @param seed differs between processes that choose at the same time
   * @param givenBySystem the first and last port of the system's range, as the kernel writes them
   */
  FreePort(long seed, String givenBySystem) {
    random = new SplittableRandom(seed);
    Matcher range = RANGE.matcher(givenBySystem);
    boolean known = range.matches();
    int firstGiven = known ? Integer.parseInt(range.group(1)) : USUAL_FIRST_GIVEN;
    int lastGiven = known ? Integer.parseInt(range.group(2)) : 0xffff;
    if (firstGiven - LOWEST >= ROOM_MIN) {
      first = LOWEST;
      end = Math.min(firstGiven, USUAL_FIRST_GIVEN);
    } else if (0xffff - lastGiven >= ROOM_MIN) {
      first = lastGiven + 1;
      end = 0x10000;
    } else { // the system's range has all of them: use any
      first = LOWEST;
      end = 0x10000;
    }
  }

  static FreePort ofThisHost() throws IOException {
    String given = Files.isReadable(GIVEN_BY_SYSTEM) ? Files.readString(GIVEN_BY_SYSTEM) : "";
    return new FreePort(System.nanoTime() ^ ProcessHandle.current().pid() << 32, given);
  }

  /** Returns a number from the range, free or not. */
  int candidate() {
    return random.nextInt(first, end);
  }

  /** Returns a port of the loopback address on which no process listens now. */
  int next() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = candidate();
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("No free port from " + first + " to " + (end - 1) + " was found.");
  }

  private static boolean isFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (BindException taken) {
      return false;
    }
  }
}
