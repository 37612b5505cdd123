package io.headwaiter.lab.load;

import io.headwaiter.core.profile.ReplyStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Fetches the images of a visit's pages over several connections at once, each image once in a
 * visit, as with a browser's cache. Keeps connections between pages. Belongs to one event loop.
 */
final class ImageFetch implements Connection.Owner {
  /** The most images that a visit remembers; it does not fetch others. */
  private static final int MOST_REMEMBERED = 64;

  private final Visit visit;
  private final LoopRun run;
  private final int most;
  private final List<Connection> idle = new ArrayList<>(0);
  private final List<Connection> busy = new ArrayList<>(0);
  private final ArrayDeque<String> waiting = new ArrayDeque<>(0);
  private final Set<String> seen = new HashSet<>(0);
  private int staleInARow;

  ImageFetch(Visit visit, LoopRun run, int most) {
    this.visit = visit;
    this.run = run;
    this.most = most;
  }

  /** Fetches new images and those that an earlier failure left; then the page is done. */
  void fetch(List<String> images) {
    for (String image : images) {
      if (seen.size() < MOST_REMEMBERED && seen.add(image)) {
        waiting.add(image);
      }
    }
    if (waiting.isEmpty()) {
      visit.pageDone();
      return;
    }
    while (!waiting.isEmpty() && busy.size() < most) {
      next();
    }
  }

  private void next() {
    Connection connection = takeIdle();
    busy.add(connection);
    connection.send(List.of(new Request(null, waiting.removeFirst(), System.nanoTime())));
  }

  private Connection takeIdle() {
    while (!idle.isEmpty()) {
      Connection connection = idle.remove(idle.size() - 1);
      if (connection.usable()) {
        return connection;
      }
    }
    return Connection.open(this, run, visit.memory(), visit.source());
  }

  @Override
  public void entered(Connection connection, long handshakeNanos, boolean resumed) {
    run.recorder().handshake(resumed, handshakeNanos, System.nanoTime());
  }

  @Override
  public PageBuffer pageBuffer(Request request) {
    return null;
  }

  @Override
  public void replied(Connection connection, Request request, int status) {
    run.recorder().reply(status, /* image= */ true, System.nanoTime());
    busy.remove(connection);
    staleInARow = 0;
    if (ReplyStatus.isFailed(status)) {
      waiting.addFirst(request.target());
      connection.discard();
      visit.fail(Failure.ofStatus(status));
      return;
    }
    if (run.options().visit().newConnectionPerRequest()) {
      connection.close();
    } else {
      idle.add(connection);
    }
    if (!waiting.isEmpty()) {
      next();
    } else if (busy.isEmpty()) {
      visit.pageDone();
    }
  }

  @Override
  public void failed(
      Connection connection, Failure failure, List<Request> unanswered, boolean stale) {
    busy.remove(connection);
    for (Request request : unanswered) {
      waiting.addFirst(request.target());
    }
    if (stale && staleInARow < most) {
      staleInARow++;
      run.recorder().count(Count.STALE_RECONNECT, System.nanoTime());
      next();
    } else {
      visit.fail(failure);
    }
  }

  Failure impatience() {
    return busy.isEmpty() ? Failure.REPLY_TIMEOUT : busy.get(0).impatience();
  }

  /** Drops all connections; their unanswered images are fetched again if the visit goes on. */
  void discard() {
    for (Connection connection : busy) {
      for (Request request : connection.unanswered()) {
        waiting.addFirst(request.target());
      }
      connection.discard();
    }
    idle.forEach(Connection::discard);
    busy.clear();
    idle.clear();
  }

  void close() {
    busy.forEach(Connection::close);
    idle.forEach(Connection::close);
    busy.clear();
    idle.clear();
  }
}
