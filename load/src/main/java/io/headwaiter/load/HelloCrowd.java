package io.headwaiter.load;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Clients that send a hello and then wait in silence until the server closes or answers. A client
 * that was closed or answered is replaced, so that their number stays the same. Their hellos offer
 * no cipher suite: an admitted client costs the server no signature, only an alert. Runs on the
 * calling thread. Not thread-safe.
 */
public final class HelloCrowd implements AutoCloseable {
  private static final int MOST = 18_000;
  private static final int BATCH = 128;
  private static final long NAP_NANOS = 10_000_000;
  private static final int SOURCES = 16;

  private final InetSocketAddress target;
  private final int size;
  private final RawHello hello;
  private final Sources sources = new Sources(SOURCES, "");
  private final ArrayDeque<Member> members = new ArrayDeque<>();
  private final ByteBuffer answer = ByteBuffer.allocateDirect(4096);

  private static final class Member {
    private final Socket socket;
    private boolean sent;

    Member(Socket socket) {
      this.socket = socket;
    }
  }

  /**
   * Creates an instance without clients.
   *
   * @param size number of clients, 1 to 18000; each takes a file descriptor
   */
  public HelloCrowd(InetSocketAddress target, int size, long seed) {
    OptionChecks.range("size", size, 1, MOST);
    Epoll.ensureAvailability(); // loads the native calls
    this.target = target;
    this.size = size;
    this.hello = RawHello.hopeless("localhost", new SplittableRandom(seed));
  }

  /**
   * Keeps the number of clients at its size until a condition holds.
   *
   * @param enough the condition, asked repeatedly
   * @param nanosMax longest duration, in nanoseconds
   * @return whether the condition holds
   * @throws IOException when no socket can be opened, for example for lack of file descriptors
   */
  public boolean gather(BooleanSupplier enough, long nanosMax) throws IOException {
    long end = System.nanoTime() + nanosMax;
    while (System.nanoTime() - end < 0) {
      look();
      for (int i = 0; i < BATCH && members.size() < size; i++) {
        join();
      }
      LockSupport.parkNanos(NAP_NANOS);
      if (enough.getAsBoolean()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of clients now. */
  public int present() {
    return members.size();
  }

  private void join() throws IOException {
    Member member = new Member(Socket.newSocketStream());
    try {
      member.socket.bind(sources.next());
      member.socket.connect(target);
      say(member);
      members.add(member);
    } catch (IOException e) {
      leave(member);
    }
  }

  private void say(Member member) throws IOException {
    ByteBuffer bytes = hello.next();
    member.sent = member.socket.write(bytes, bytes.position(), bytes.limit()) > 0;
  }

  private void look() {
    for (Iterator<Member> all = members.iterator(); all.hasNext(); ) {
      Member member = all.next();
      if (!waits(member)) {
        all.remove();
        leave(member);
      }
    }
  }

  private boolean waits(Member member) {
    try {
      if (!member.sent) {
        say(member);
        return true;
      }
      answer.clear();
      return member.socket.read(answer, 0, answer.capacity()) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static void leave(Member member) {
    try {
      member.socket.close();
    } catch (IOException e) {
      // it is closed in any case
    }
  }

  /** Closes all clients. */
  @Override
  public void close() {
    members.forEach(HelloCrowd::leave);
    members.clear();
  }
}
