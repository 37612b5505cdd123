package io.headwaiter.load;

import io.headwaiter.core.profile.ReplyStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Fetches the images and other files that a visit's pages embed, each once in a visit, as with a
 * browser's cache: with HTTP/1.1 over several connections at once, which are kept between pages,
 * with HTTP/2 as parallel streams of the visit's own connection. Belongs to one event loop.
 */
final class ImageFetch implements Connection.Owner {
  /** The most images that a visit remembers; it does not fetch others. */
  private static final int MOST_REMEMBERED = 64;

  private static final int STALE_CONNECTIONS_MAX = 2;

  private final Visit visit;
  private final LoopRun run;
  private final int most;
  private final boolean streams;
  private final List<Connection> idle = new ArrayList<>(0);
  private final List<Connection> busy = new ArrayList<>(0);
  private final ArrayDeque<String> waiting = new ArrayDeque<>(0);
  private final List<String> asked = new ArrayList<>(0);
  private final Set<String> seen = new HashSet<>(0);
  private int staleInARow;

  ImageFetch(Visit visit, LoopRun run) {
    VisitOptions habits = run.options().visit();
    this.visit = visit;
    this.run = run;
    this.most = habits.imageConnections();
    this.streams = habits.httpVersion() == HttpVersion.HTTP_2;
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
    askMore();
  }

  private void askMore() {
    while (!waiting.isEmpty() && busy.size() < most) {
      Connection connection = streams ? visit.connection() : takeIdle();
      String image = waiting.removeFirst();
      busy.add(connection);
      asked.add(image);
      connection.send(List.of(Request.ofImage(image, System.nanoTime())));
    }
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
  public String cookies() {
    return visit.cookies();
  }

  @Override
  public void setCookies(List<String> cookies) {
    visit.setCookies(cookies);
  }

  @Override
  public PageBuffer pageBuffer(Request request) {
    return null;
  }

  @Override
  public void replied(Connection connection, Request request, int status) {
    run.recorder().reply(status, /* image= */ true, System.nanoTime());
    busy.remove(connection);
    asked.remove(request.target());
    staleInARow = 0;
    if (ReplyStatus.isFailed(status)) {
      waiting.addFirst(request.target());
      connection.discard();
      visit.fail(Failure.ofStatus(status));
      return;
    }
    if (run.options().visit().newConnectionPerRequest()) {
      connection.close();
    } else if (!streams) {
      idle.add(connection);
    }
    askMore();
    if (busy.isEmpty()) {
      visit.pageDone();
    }
  }

  @Override
  public void failed(
      Connection connection, Failure failure, List<Request> unanswered, boolean stale) {
    for (Request request : unanswered) {
      busy.remove(connection);
      asked.remove(request.target());
      waiting.addFirst(request.target());
    }
    // All that were kept may be stale; a stream that was refused is asked for on the same
    // connection.
    int bound = streams && !connection.usable() ? STALE_CONNECTIONS_MAX : most;
    if (stale && staleInARow < bound) {
      staleInARow++;
      run.recorder().count(Count.STALE_RECONNECT, System.nanoTime());
      askMore();
    } else {
      visit.fail(failure);
    }
  }

  Failure impatience() {
    return busy.isEmpty() ? Failure.REPLY_TIMEOUT : busy.get(0).impatience();
  }

  /** Drops all connections; their unanswered images are fetched again if the visit goes on. */
  void discard() {
    waiting.addAll(asked);
    asked.clear();
    busy.forEach(Connection::discard);
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
