package io.headwaiter.lab.load;

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
 * Clients that say hello and then wait, in silence, as long as they are left waiting. Whoever is
 * sent away, or answered, is replaced by another one, so that the crowd keeps its size. Their
 * hellos offer no cipher suite: who is let in costs the server no signature, only an alert. Runs on
 * the calling thread. Not thread-safe.
 */
public final class HelloCrowd implements AutoCloseable {
  private static final int MOST = 18_000;
  private static final int BATCH = 128;
  private static final long NAP_NANOS = 10_000_000;
  private static final int SOURCES = 16;

  private final InetSocketAddress target;
  private final int size;
  private final RawHello hello;
  private final Sources sources = new Sources(SOURCES, "", 0);
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
   * Nobody has come yet.
   *
   * @param size clients, 1 to 18000; each takes a file descriptor
   */
  public HelloCrowd(InetSocketAddress target, int size, long seed) {
    OptionChecks.range("size", size, 1, MOST);
    Epoll.ensureAvailability(); // loads the native calls
    this.target = target;
    this.size = size;
    this.hello = RawHello.hopeless("localhost", new SplittableRandom(seed));
  }

  /**
   * Keeps the crowd at its size for a while.
   *
   * @param enough asked now and then whether it has been long enough
   * @param nanosMax longest while
   * @return what was last answered
   * @throws IOException when the machine gives no sockets, say for lack of file descriptors
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

  /** Clients that are there. */
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
      // closed is closed
    }
  }

  /** Everybody leaves. */
  @Override
  public void close() {
    members.forEach(HelloCrowd::leave);
    members.clear();
  }
}
