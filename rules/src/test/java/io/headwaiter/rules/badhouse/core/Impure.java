package io.headwaiter.rules.badhouse.core;

import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import org.junit.jupiter.api.function.Executable;

/** One class for each thing that core must not use. */
public final class Impure {
  private Impure() {}

  record Network(InetAddress address) {}

  record Channel(SocketChannel channel) {}

  record Disk(Path path) {}

  record Database(Connection connection) {}

  record Executor(ExecutorService service) {}

  record Lock(ReentrantLock lock) {}

  record JulLogger(Logger logger) {}

  record JdkLogger(System.Logger logger) {}

  record OwnThread(Thread thread) {}

  record Library(Executable executable) {}

  static final class NanoClock {
    static long read() {
      return System.nanoTime();
    }
  }

  static final class WallClock {
    static long read() {
      return System.currentTimeMillis();
    }
  }

  static final class InstantClock {
    static Instant read() {
      return Instant.now();
    }
  }

  static final class Dice {
    static double roll() {
      return Math.random();
    }
  }

  static final class UnseededRandom {
    static Random roll() {
      return new Random();
    }
  }

  static final class UnseededSplit {
    static SplittableRandom roll() {
      return new SplittableRandom();
    }
  }

  static final class ThreadDice {
    static int roll() {
      return ThreadLocalRandom.current().nextInt();
    }
  }
}
