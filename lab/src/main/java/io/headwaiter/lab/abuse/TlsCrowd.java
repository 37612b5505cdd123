package io.headwaiter.lab.abuse;

import io.headwaiter.load.Sources;
import io.headwaiter.load.TlsClient;
import io.headwaiter.load.TlsMemory;
import io.headwaiter.load.TlsVersions;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import javax.net.ssl.SSLException;

/**
 * TLS connections of an attack, on an event loop of their own. {@link #run}, {@link #visit} and
 * {@link #close} are called by the attack's thread, everything else on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures come back as events of the channel
final class TlsCrowd implements AutoCloseable {
  private static final long TICK_MILLIS = 2;
  private static final long RETRY_MILLIS = 200;
  // Tickets come with, or soon after, the reply.
  private static final long TICKET_MILLIS = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("attack", /* daemon= */ true), EpollIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final Target target;
  private final TlsClient tls;
  private final Sources sources;
  private final Set<TlsLink> open = new HashSet<>();
  private final Set<TlsMemory> memories = new HashSet<>();
  private long begun;
  private long entered;
  private long resumed;
  private long answers;
  private long ended;
  private boolean over;

  /**
   * Nobody has come yet.
   *
   * @param protocols offered by ALPN; none for HTTP/1.1
   * @param networks loopback networks they come from; blank for any address
   */
  TlsCrowd(Target target, List<String> protocols, String networks) throws IOException {
    this.target = target;
    this.sources = new Sources(0, networks);
    try {
      this.tls = new TlsClient(TlsVersions.TLS_1_3, "localhost", protocols);
    } catch (SSLException e) {
      group.shutdownGracefully();
      throw new IOException("no TLS client can be made: " + e.getMessage(), e);
    }
  }

  /**
   * Begins a connection.
   *
   * @param memory sessions to offer and to keep new ones in; null for a stranger
   */
  void connect(TlsMemory memory, TlsLink.Script script) {
    connect(memory, script, /* deaf= */ false);
  }

  /** Begins a connection on which the answer to the hello is not read, so nothing follows it. */
  void connectDeaf(TlsMemory memory, TlsLink.Script script) {
    connect(memory, script, /* deaf= */ true);
  }

  private void connect(TlsMemory memory, TlsLink.Script script, boolean deaf) {
    if (over) {
      return;
    }
    begun++;
    if (memory != null) {
      memories.add(memory);
    }
    TlsLink link = new TlsLink(this, script);
    open.add(link);
    new Bootstrap()
        .group(group)
        .channel(EpollSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, true)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                TlsClient.Connected connected = tls.connect(channel.alloc(), memory);
                link.over(connected);
                if (deaf) {
                  channel.pipeline().addLast(new Deaf());
                }
                channel.pipeline().addLast(connected.handler(), link);
                channel.closeFuture().addListener(closed -> connected.release());
              }
            })
        .connect(target.address(), sources.next())
        .channel()
        .closeFuture()
        .addListener(closed -> gone(link));
  }

  /**
   * Begins a connection that resumes a visit, if there is a session for it.
   *
   * @return whether there was
   */
  boolean resume(TlsMemory memory, TlsLink.Script script) {
    if (memory.size() == 0) {
      return false;
    }
    connect(memory, script);
    return true;
  }

  private void gone(TlsLink link) {
    if (open.remove(link) && !over && !link.left()) {
      ended++;
      link.script().gone(link);
    }
  }

  void countEntered(boolean byResumption) {
    entered++;
    resumed += byResumption ? 1 : 0;
  }

  void countAnswer() {
    answers++;
  }

  /** Runs a task later, unless the attack is over then. */
  void later(long millis, Runnable task) {
    loop.schedule(
        () -> {
          if (!over) {
            task.run();
          }
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  /**
   * Runs a task at an even rate while there are fewer connections than a bound; what was due while
   * there were as many is not caught up on.
   *
   * @param openMax the bound; asked before each connection
   */
  void paced(double ratePerSecond, IntSupplier openMax, Runnable task) {
    long start = System.nanoTime();
    long[] done = {0};
    tick(
        () -> {
          long due = (long) ((System.nanoTime() - start) / 1e9 * ratePerSecond);
          while (done[0] < due && open.size() < openMax.getAsInt()) {
            done[0]++;
            task.run();
          }
          done[0] = due;
        });
  }

  private void tick(Runnable task) {
    task.run();
    later(TICK_MILLIS, () -> tick(task));
  }

  /** Begins an attack, lets it go on for a time, and closes all connections. */
  Tally run(Duration duration, Runnable begin) throws IOException, InterruptedException {
    await(
        () -> {
          begin.run();
          return null;
        });
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    return await(this::end);
  }

  private Tally end() {
    over = true;
    List.copyOf(open).forEach(TlsLink::leave); // each leaves the set as it goes
    open.clear();
    return new Tally(begun, entered, resumed, answers, ended);
  }

  /**
   * One visit over HTTP/1.1 of one page, which leaves its sessions in a memory.
   *
   * @throws IOException when the server lets it in within no 15 s, or gives no session
   */
  void visit(TlsMemory memory, String page) throws IOException, InterruptedException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.execute(() -> connect(memory, new OnePage(memory, page, done)));
    try {
      done.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("the attack was not let in, or was given no session to resume", e);
    }
  }

  /** Reads, and forgets it. */
  private static final class Deaf extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }
  }

  /** Asks for a page, again and again until it has it and a session. */
  private final class OnePage implements TlsLink.Script {
    private final TlsMemory memory;
    private final String page;
    private final CompletableFuture<Void> done;
    private boolean answered;

    OnePage(TlsMemory memory, String page, CompletableFuture<Void> done) {
      this.memory = memory;
      this.page = page;
      this.done = done;
    }

    @Override
    public void entered(TlsLink link) {
      link.ask(page);
    }

    @Override
    public void replied(TlsLink link) {
      answered = true;
      later(
          TICKET_MILLIS,
          () -> {
            link.leave();
            if (memory.size() > 0) {
              done.complete(null);
            } else {
              answered = false;
              gone(link);
            }
          });
    }

    @Override
    public void gone(TlsLink link) {
      if (!answered) { // else the server has closed it after the reply
        later(RETRY_MILLIS, () -> connect(memory, this));
      }
    }
  }

  /** Does something on the event loop and waits for it. */
  <T> T await(Callable<T> task) throws IOException, InterruptedException {
    try {
      return loop.submit(task).get();
    } catch (ExecutionException e) {
      throw new IOException("the attack has a defect: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    loop.execute(
        () -> {
          end();
          memories.forEach(TlsMemory::forget);
          tls.close();
        });
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
