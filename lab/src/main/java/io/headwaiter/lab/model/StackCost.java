package io.headwaiter.lab.model;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a server's CPU time goes to, by the frames of its threads' stacks. A stack counts for its
 * innermost frame that says what it is for: the time of the JDK's and the kernel's frames counts
 * for whoever called them.
 */
public enum StackCost {
  COMPILER("compiler", "CompileBroker::"),
  COLLECTOR("collector", "WorkerThread::", "GangWorker::", "VMThread::", "ConcurrentGCThread::"),
  ACCEPT("accept", "sun/nio/ch/ServerSocketChannelImpl.", "io/headwaiter/door/Acceptor."),
  SOCKET_READ("socket read", "sun/nio/ch/SocketChannelImpl.read"),
  SOCKET_WRITE("socket write", "sun/nio/ch/SocketChannelImpl.write"),
  CLOSE(
      "close",
      "sun/nio/ch/SocketChannelImpl.impl",
      "sun/nio/ch/SocketChannelImpl.kill",
      "sun/nio/ch/SocketChannelImpl.shutdown",
      "io/headwaiter/tls/BoringsslEngine.release"),
  SELECT("select and wake", "sun/nio/ch/SelectorImpl.", "sun/nio/ch/EPoll"),
  HANDSHAKE(
      "handshake, signature",
      "io/netty/internal/tcnative/SSL.doHandshake",
      "sun/security/ssl/SSLEngineImpl$DelegatedTask",
      "sun/security/ssl/Handshake"),
  HELLO("hello", "io/headwaiter/core/hello/", "io/headwaiter/door/HelloReader."),
  TICKET("tickets and visits", "io/headwaiter/tls/Ticket", "io/headwaiter/tls/Visit"),
  ENGINE(
      "engine",
      "io/netty/",
      "sun/security/",
      "javax/crypto/",
      "com/sun/crypto/",
      "io/headwaiter/tls/",
      "org/apache/tomcat/util/net/openssl/"),
  DECISION("decision", "io/headwaiter/core/", "io/headwaiter/door/"),
  METERS("accounts and meters", "io/headwaiter/front/", "io/headwaiter/telemetry/"),
  QUEUE(
      "workers' queue",
      "java/util/concurrent/",
      "org/apache/tomcat/util/threads/",
      "io/headwaiter/tomcat/TurnExecutor.",
      "io/headwaiter/tomcat/UnmeteredWork."),
  SERVLET("servlet", "io/headwaiter/apps/", "jakarta/servlet/"),
  HTTP(
      "HTTP parsing",
      "org/apache/coyote/",
      "org/apache/tomcat/util/http/",
      "org/apache/tomcat/util/buf/"),
  MAPPING("mapping and valves", "org/apache/catalina/"),
  CHANNEL("channel and poller", "org/apache/tomcat/util/net/", "io/headwaiter/tomcat/"),
  OTHER("other");

  private static final List<StackCost> IN_ORDER = List.of(values());
  private static final char FRAMES_END = ' ';
  private static final char BETWEEN_FRAMES = ';';

  private final String label;
  // matches nothing for those without beginnings
  private final Pattern beginning;

  StackCost(String label, String... beginnings) {
    this.label = label;
    this.beginning =
        Pattern.compile(
            beginnings.length == 0
                ? "(?!)"
                : Arrays.stream(beginnings).map(Pattern::quote).collect(Collectors.joining("|")));
  }

  /** Returns its name for people. */
  public String label() {
    return label;
  }

  /**
   * Returns what a stack is for.
   *
   * @param frames from the outermost to the innermost, separated by semicolons
   */
  public static StackCost of(String frames) {
    int end = frames.length();
    while (end > 0) {
      int begin = frames.lastIndexOf(BETWEEN_FRAMES, end - 1) + 1;
      StackCost cost = ofFrame(frames.substring(begin, end));
      if (cost != OTHER) {
        return cost;
      }
      end = begin - 1;
    }
    return OTHER;
  }

  private static StackCost ofFrame(String frame) {
    for (StackCost cost : IN_ORDER) {
      if (cost.beginning.matcher(frame).lookingAt()) {
        return cost;
      }
    }
    return OTHER;
  }

  /**
   * Returns how many samples each has; nothing for those without.
   *
   * @param lines each a stack's frames, a space and the number of its samples
   * @throws IllegalArgumentException for a line that is no such line
   */
  public static Map<StackCost, Long> samples(List<String> lines) {
    Map<StackCost, Long> samples = new EnumMap<>(StackCost.class);
    for (String line : lines) {
      int end = line.lastIndexOf(FRAMES_END);
      if (end < 0) {
        throw new IllegalArgumentException("no stack with its number of samples: " + line);
      }
      long count = Long.parseLong(line.substring(end + 1));
      samples.merge(of(line.substring(0, end)), count, Long::sum);
    }
    return samples;
  }
}
