package io.headwaiter.lab.load;

import io.headwaiter.lab.results.Percentiles;
import io.headwaiter.lab.results.ReplayResult;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Sends TLS hellos without a TLS engine and watches how they are refused: connects, sends a hello,
 * waits for close, reset, alert or a handshake message, and counts. Meant to refuse as many as one
 * core can bring. Runs on the calling thread; an interrupt ends it.
 */
@SuppressWarnings("EnumOrdinal") // the counters are an array of the run, nothing is stored
public final class RawHelloReplayer {
  private static final int ALERT = 21;
  private static final long MOST_WAIT_MILLIS = 50;

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
    private final SocketChannel channel;
    private final long startNanos;
    private boolean over;

    Attempt(SocketChannel channel, long startNanos) {
      this.channel = channel;
      this.startNanos = startNanos;
    }
  }

  private final ReplayOptions options;
  private final RawHello hello;
  private final Sources sources;
  private final ByteBuffer answer = ByteBuffer.allocateDirect(4096);
  private final ArrayDeque<Attempt> byStart = new ArrayDeque<>();
  private final long[] ends = new long[End.values().length];
  private final Histogram refusalMicros = new Histogram(3);
  private final CpuClock cpu = new CpuClock();
  private Selector selector;
  private long attempts;
  private int open;

  /** Prepares one run. */
  public RawHelloReplayer(ReplayOptions options) {
    this.options = options;
    this.hello = new RawHello(options.serverName(), new SplittableRandom(options.seed()));
    this.sources = new Sources(options.sourceAddresses(), 0);
  }

  /**
   * Runs once, for the duration of the options.
   *
   * @throws IOException when the machine gives no selector or no sockets, say for lack of file
   *     descriptors
   */
  public ReplayResult run() throws IOException {
    long startNanos = System.nanoTime();
    cpu.start();
    try (Selector opened = Selector.open()) {
      selector = opened;
      long endNanos = startNanos + options.duration().toNanos();
      for (long now = startNanos; now - endNanos < 0; now = System.nanoTime()) {
        if (Thread.currentThread().isInterrupted()) {
          break;
        }
        long waitNanos = Math.min(endNanos - now, begin(startNanos, now));
        expire(now);
        selector.select(
            this::ready, Math.max(1, Math.min(MOST_WAIT_MILLIS, waitNanos / 1_000_000)));
      }
      dropAll();
    }
    cpu.stop();
    return result((System.nanoTime() - startNanos) / 1e9);
  }

  /** Begins what is due; returns how long nothing more will be. */
  private long begin(long startNanos, long now) throws IOException {
    double rate = options.ratePerSecond();
    long due = rate == 0 ? Long.MAX_VALUE : (long) ((now - startNanos) / 1e9 * rate);
    while (open < options.concurrency() && attempts < due) {
      attempt();
    }
    return rate == 0 ? Long.MAX_VALUE : (long) (1e9 / rate);
  }

  private void attempt() throws IOException {
    attempts++;
    open++;
    SocketChannel channel = SocketChannel.open();
    Attempt attempt = new Attempt(channel, System.nanoTime());
    byStart.add(attempt);
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (options.sourceAddresses() > 0) {
        channel.bind(sources.next());
      }
      if (channel.connect(options.target())) {
        channel.write(hello.next());
        channel.register(selector, SelectionKey.OP_READ, attempt);
      } else {
        channel.register(selector, SelectionKey.OP_CONNECT, attempt);
      }
    } catch (IOException e) {
      end(attempt, End.CONNECT_FAILED);
    }
  }

  private void ready(SelectionKey key) {
    Attempt attempt = (Attempt) key.attachment();
    if (key.isConnectable()) {
      connected(key, attempt);
    } else {
      end(attempt, read(attempt.channel));
    }
  }

  private void connected(SelectionKey key, Attempt attempt) {
    try {
      attempt.channel.finishConnect();
    } catch (IOException e) {
      end(attempt, End.CONNECT_FAILED);
      return;
    }
    try {
      attempt.channel.write(hello.next());
      key.interestOps(SelectionKey.OP_READ);
    } catch (IOException e) {
      end(attempt, End.RESET);
    }
  }

  private End read(SocketChannel channel) {
    answer.clear();
    try {
      if (channel.read(answer) < 0) {
        return End.CLOSED;
      }
      return answer.position() > 0 && answer.get(0) == ALERT ? End.ALERT : End.ANSWERED;
    } catch (IOException e) {
      return End.RESET;
    }
  }

  private void end(Attempt attempt, End end) {
    if (attempt.over) {
      return;
    }
    attempt.over = true;
    open--;
    ends[end.ordinal()]++;
    if (end == End.CLOSED || end == End.RESET || end == End.ALERT) {
      refusalMicros.recordValue((System.nanoTime() - attempt.startNanos) / 1000);
    }
    close(attempt);
  }

  private static void close(Attempt attempt) {
    try {
      attempt.channel.close();
    } catch (IOException e) {
      // closed is closed
    }
  }

  /** Ends what has waited too long; forgets what is over. */
  private void expire(long now) {
    long patience = options.patience().toNanos();
    while (!byStart.isEmpty()) {
      Attempt eldest = byStart.getFirst();
      if (!eldest.over && now - eldest.startNanos < patience) {
        return;
      }
      end(eldest, End.TIMEOUT);
      byStart.removeFirst();
    }
  }

  private void dropAll() {
    byStart.forEach(RawHelloReplayer::close);
    byStart.clear();
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
