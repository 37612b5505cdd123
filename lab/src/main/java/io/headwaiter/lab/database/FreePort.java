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
 * Chooses ports that the system gives to nobody who asks for any free one: while a server is down,
 * its port waits for it. Not thread-safe.
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
   * @param givenBySystem the first and last port of those it gives, as its kernel writes them
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
    } else { // it gives all of them: then any will do
      first = LOWEST;
      end = 0x10000;
    }
  }

  static FreePort ofThisHost() throws IOException {
    String given = Files.isReadable(GIVEN_BY_SYSTEM) ? Files.readString(GIVEN_BY_SYSTEM) : "";
    return new FreePort(System.nanoTime() ^ ProcessHandle.current().pid() << 32, given);
  }

  /** A number from the range, free or not. */
  int candidate() {
    return random.nextInt(first, end);
  }

  /** A port on which nobody listens now. */
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
