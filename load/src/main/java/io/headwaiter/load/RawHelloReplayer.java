package io.headwaiter.load;

import io.headwaiter.load.results.Percentiles;
import io.headwaiter.load.results.ReplayResult;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Sends TLS hellos without a TLS engine and measures how the server refuses them: connects, sends a
 * hello, waits for close, reset, alert or a handshake message, and counts. Meant to cause as many
 * refusals as one core can, so it polls its connections without a selector and uses Netty's native
 * sockets: half of the system calls that Java's channels make for a connection are not needed here.
 * Sleeps after a round without events. Runs on the calling thread; an interrupt ends it.
 */
@SuppressWarnings("EnumOrdinal") // the counters are an array of the run, nothing is stored
public final class RawHelloReplayer {
  private static final int ALERT = 21;
  private static final long NAP_NANOS = 50_000;
  private static final long LOOK_AT_ALL_NANOS = 1_000_000;
  // In durations of a poll of all connections, which takes over a millisecond for thousands.
  private static final int LOOK_AT_ALL_PAUSE = 8;

  private enum End {
    CLOSED,
    RESET,
    ALERT,
    ANSWERED,
    TIMEOUT,
    CONNECT_FAILED
  }

  /** One connection. */
  private static final class Attempt {
    private final Socket socket;
    private final long startNanos;
    private boolean sent;

    Attempt(Socket socket, long startNanos) {
      this.socket = socket;
      this.startNanos = startNanos;
    }
  }

  private final ReplayOptions options;
  private final Supplier<ByteBuffer> hellos;
  private final Sources sources;
  private final ByteBuffer answer = ByteBuffer.allocateDirect(4096);
  private final ArrayDeque<Attempt> open = new ArrayDeque<>();
  private final ArrayDeque<Attempt> held = new ArrayDeque<>();
  private long lookAtAllNextNanos = System.nanoTime();
  private final long[] ends = new long[End.values().length];
  private final Histogram refusalMicros = new Histogram(3);
  private final CpuClock cpu = new CpuClock();
  private final long mostAttempts;
  private long attempts;

  /** Prepares one run of hellos as the options describe them. */
  public RawHelloReplayer(ReplayOptions options) {
    this(
        options,
        new RawHello(options.serverName(), options.claim(), new SplittableRandom(options.seed()))
            ::next);
  }

  /**
   * Prepares one run that sends the same bytes on every connection.
   *
   * @param options the options, of which {@code serverName}, {@code claim} and {@code seed} are
   *     ignored
   * @param hello the hello of another client, see {@link GenuineHello}
   */
  public RawHelloReplayer(ReplayOptions options, byte[] hello) {
    this(options, List.of(hello));
  }

  /**
   * Prepares one run that sends these hellos in rotation.
   *
   * @param options the options, of which {@code serverName}, {@code claim} and {@code seed} are
   *     ignored
   * @param hellos at least one; one of no bytes stands for a client that connects and is silent
   */
  public RawHelloReplayer(ReplayOptions options, List<byte[]> hellos) {
    this(options, inTurn(hellos));
  }

  private RawHelloReplayer(ReplayOptions options, Supplier<ByteBuffer> hellos) {
    Epoll.ensureAvailability(); // loads the native calls
    this.options = options;
    this.hellos = hellos;
    this.mostAttempts = options.maxAttempts() == 0 ? Long.MAX_VALUE : options.maxAttempts();
    this.sources = new Sources(options.sourceAddresses(), options.sourceNetworks());
  }

  private static Supplier<ByteBuffer> inTurn(List<byte[]> hellos) {
    ArrayDeque<ByteBuffer> turn = new ArrayDeque<>();
    hellos.forEach(hello -> turn.add(ByteBuffer.allocateDirect(hello.length).put(hello)));
    return () -> {
      ByteBuffer first = turn.remove();
      turn.add(first);
      return first.clear();
    };
  }

  /**
   * Runs once, for the duration of the options.
   *
   * @throws IOException when no socket can be opened, for example for lack of file descriptors
   */
  public ReplayResult run() throws IOException {
    long startNanos = System.nanoTime();
    long endNanos = startNanos + options.duration().toNanos();
    cpu.start();
    try {
      for (long now = startNanos; now - endNanos < 0; now = System.nanoTime()) {
        if (Thread.currentThread().isInterrupted()
            || (attempts == mostAttempts && open.isEmpty())) {
          break;
        }
        boolean begun = begin(now - startNanos);
        if (!look(now) && !begun) {
          LockSupport.parkNanos(NAP_NANOS);
        }
      }
    } finally {
      open.forEach(RawHelloReplayer::close);
      open.clear();
      held.forEach(RawHelloReplayer::close);
      held.clear();
    }
    cpu.stop();
    return result((System.nanoTime() - startNanos) / 1e9);
  }

  /** Begins the connections that are due; returns false if there were none. */
  private boolean begin(long elapsedNanos) throws IOException {
    double rate = options.ratePerSecond();
    long due = mostAttempts;
    if (rate > 0) {
      due = Math.min(due, (long) (elapsedNanos / 1e9 * rate));
    }
    boolean begun = false;
    while (open.size() < options.concurrency() && attempts < due) {
      attempt();
      begun = true;
    }
    return begun;
  }

  private void attempt() throws IOException {
    attempts++;
    Attempt attempt = new Attempt(Socket.newSocketStream(), System.nanoTime());
    try {
      if (sources.given()) {
        attempt.socket.bind(sources.next());
      }
      attempt.socket.connect(options.target());
      // On loopback it is connected by now, whatever connect() returned; a check costs a call.
      send(attempt);
      open.add(attempt);
    } catch (IOException e) {
      end(attempt, End.CONNECT_FAILED);
    }
  }

  /** Sends the hello, unless the connection is not established yet. */
  private void send(Attempt attempt) throws IOException {
    ByteBuffer bytes = hellos.get();
    attempt.sent =
        !bytes.hasRemaining() || attempt.socket.write(bytes, bytes.position(), bytes.limit()) > 0;
  }

  /**
   * Polls connections, the oldest first, and stops at the first that has not ended: a server mostly
   * ends them in order, and each poll is a system call. Sometimes polls all of them. Returns false
   * if none has ended.
   */
  private boolean look(long now) {
    boolean all = now - lookAtAllNextNanos > 0;
    boolean happened = false;
    for (Iterator<Attempt> oldestFirst = open.iterator(); oldestFirst.hasNext(); ) {
      Attempt attempt = oldestFirst.next();
      End end = look(attempt);
      if (end == null && now - attempt.startNanos > options.patience().toNanos()) {
        end = End.TIMEOUT;
      }
      if (end != null) {
        happened = true;
        oldestFirst.remove();
        end(attempt, end);
      } else if (!all) {
        break;
      }
    }
    if (all) {
      long took = System.nanoTime() - now;
      lookAtAllNextNanos = now + Math.max(LOOK_AT_ALL_NANOS, LOOK_AT_ALL_PAUSE * took);
    }
    return happened;
  }

  /** Returns how the attempt has ended, or null if it has not. */
  private End look(Attempt attempt) {
    try {
      if (!attempt.sent) {
        send(attempt);
        return null;
      }
      answer.clear();
      int count = attempt.socket.read(answer, 0, answer.capacity());
      if (count == 0) {
        return null;
      }
      if (count < 0) {
        return End.CLOSED;
      }
      return answer.get(0) == ALERT ? End.ALERT : End.ANSWERED;
    } catch (IOException e) {
      return attempt.sent ? End.RESET : End.CONNECT_FAILED;
    }
  }

  private void end(Attempt attempt, End end) {
    ends[end.ordinal()]++;
    if (end == End.CLOSED || end == End.RESET || end == End.ALERT) {
      refusalMicros.recordValue((System.nanoTime() - attempt.startNanos) / 1000);
    }
    if (end == End.ANSWERED && options.heldMax() > 0) {
      hold(attempt);
    } else {
      close(attempt);
    }
  }

  private void hold(Attempt attempt) {
    held.add(attempt);
    if (held.size() > options.heldMax()) {
      close(held.remove());
    }
  }

  private static void close(Attempt attempt) {
    try {
      attempt.socket.close();
    } catch (IOException e) {
      // it is closed in any case
    }
  }

  private ReplayResult result(double seconds) {
    long refused = count(End.CLOSED) + count(End.RESET) + count(End.ALERT);
    return new ReplayResult(
        seconds,
        attempts,
        count(End.CLOSED),
        count(End.RESET),
        count(End.ALERT),
        count(End.ANSWERED),
        count(End.TIMEOUT),
        count(End.CONNECT_FAILED),
        refused / seconds,
        Percentiles.of(refusalMicros, 1000),
        cpu.share());
  }

  private long count(End end) {
    return ends[end.ordinal()];
  }
}
