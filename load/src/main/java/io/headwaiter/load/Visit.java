package io.headwaiter.load;

import io.headwaiter.core.profile.ReplyStatus;
import io.headwaiter.load.workload.Customer;
import io.headwaiter.load.workload.Step;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * One visit: requests a page, waits within its patience, fetches the images, thinks, and requests
 * the next page. Handles failures as its options say. Belongs to one event loop.
 */
final class Visit implements Connection.Owner {
  /** How a visit ended. */
  enum Fate {
    COMPLETED,
    REFUSED,
    TIMED_OUT_BEFORE_ENTRY,
    BROKEN
  }

  /** The shop's "Sorry": sold, over, taken. As in the RUBiS emulator, it is not a failure. */
  private static final int SORRY = 409;

  private final LoopRun run;
  private final VisitOptions habits;
  private final SplittableRandom random;
  private final Customer customer;
  private final TlsMemory memory;
  private final InetSocketAddress source;
  private final ImageFetch images;
  private final int timesCameBack;
  private final ArrayDeque<Request> pending = new ArrayDeque<>(2);
  private final CookieJar cookies = new CookieJar();

  private Connection main;
  private long beganNanos;
  private ScheduledFuture<?> timer;
  private PageBuffer page;
  private boolean admitted;
  private boolean reconnected;
  private int retries;
  private int answered;

  Visit(LoopRun run, SplittableRandom random, int timesCameBack) {
    this.run = run;
    this.habits = run.options().visit();
    this.random = random;
    this.timesCameBack = timesCameBack;
    boolean resumes = random.nextDouble() < run.options().tls().resumeShare();
    this.source = run.nextSource();
    this.memory = resumes ? new TlsMemory() : null;
    this.customer = run.workload().newCustomer(random);
    this.images = fetchesImages() ? new ImageFetch(this, run) : null;
  }

  private boolean fetchesImages() {
    if (habits.imageConnections() == 0) {
      return false;
    }
    // No draw without a share, so that walks stay as they are.
    return habits.cachedShare() == 0 || random.nextDouble() >= habits.cachedShare();
  }

  /** Begins the visit, for an arrival that was due at this instant. */
  void begin(long dueNanos) {
    beganNanos = dueNanos;
    prepare(dueNanos);
    ask();
  }

  /** Draws the next burst of requests; returns false when the visit is over. */
  private boolean prepare(long dueNanos) {
    for (int i = 0; i < habits.burstRequests(); i++) {
      Optional<Step> next = customer.next(dueNanos - beganNanos);
      if (next.isEmpty()) {
        break;
      }
      pending.add(Request.of(next.get(), dueNanos));
    }
    return !pending.isEmpty();
  }

  private void ask() {
    long due = pending.getFirst().dueNanos();
    long now = System.nanoTime();
    run.recorder().lag(now - due, now);
    attempt(due - now);
  }

  /** Asks for what is pending; patience begins so long from now, or began so long ago. */
  private void attempt(long fromNowNanos) {
    if (habits.patienceMillis() > 0) {
      timer = run.schedule(this::losePatience, Math.max(0, fromNowNanos + patienceNanos()));
    }
    reconnected = false;
    if (pending.isEmpty()) {
      images.fetch(List.of());
    } else {
      sendPending();
    }
  }

  private void sendPending() {
    connection().send(List.copyOf(pending));
  }

  /** Returns the visit's own connection, a new one unless the last can be used. */
  Connection connection() {
    if (main == null || !main.usable()) {
      if (main != null && main.endedIdle()) {
        run.recorder().count(Count.STALE_RECONNECT, System.nanoTime());
      }
      main = Connection.open(this, run, memory, source);
    }
    return main;
  }

  private long patienceNanos() {
    return TimeUnit.MILLISECONDS.toNanos(habits.patienceMillis());
  }

  @Override
  public void entered(Connection connection, long handshakeNanos, boolean resumed) {
    admitted = true;
    run.recorder().handshake(resumed, handshakeNanos, System.nanoTime());
  }

  @Override
  public PageBuffer pageBuffer(Request request) {
    if (request.image()) {
      return null;
    }
    if (page == null) {
      page = run.borrowPage();
    }
    page.clear();
    return page;
  }

  @Override
  public String cookies() {
    return cookies.header();
  }

  @Override
  public void setCookies(List<String> set) {
    set.forEach(cookies::take);
  }

  @Override
  public void replied(Connection connection, Request request, int status) {
    if (request.image()) {
      images.replied(connection, request, status);
      return;
    }
    long now = System.nanoTime();
    run.recorder().reply(status, /* image= */ false, now);
    admitted = true;
    if (ReplyStatus.isFailed(status) && status != SORRY) {
      fail(Failure.ofStatus(status));
      return;
    }
    boolean asAsked = customer.read(request.interaction(), page.bytes(), page.length());
    if (!asAsked && status != SORRY) {
      fail(Failure.PAGE_WRONG);
      return;
    }
    run.recorder().response(request.interaction(), now - request.dueNanos(), now);
    answered++;
    reconnected = false;
    pending.removeFirst();
    returnPage();
    if (pending.isEmpty()) {
      pageRead();
    }
  }

  private void pageRead() {
    if (habits.newConnectionPerRequest()) {
      main.close();
      main = null;
    }
    if (images == null) {
      pageDone();
    } else {
      images.fetch(customer.images());
    }
  }

  /** Continues after the page and its images were read. */
  void pageDone() {
    cancelTimer();
    long due = System.nanoTime() + run.thinkTime().nextNanos(random);
    if (prepare(due)) {
      timer = run.schedule(this::ask, due - System.nanoTime());
    } else {
      long now = System.nanoTime();
      run.recorder().completedSession(answered, now - beganNanos, now);
      end(Fate.COMPLETED, null);
    }
  }

  @Override
  public void failed(
      Connection connection, Failure failure, List<Request> unanswered, boolean stale) {
    if (unanswered.get(0).image()) {
      images.failed(connection, failure, unanswered, stale);
    } else if (stale && !reconnected) {
      reconnected = true;
      run.recorder().count(Count.STALE_RECONNECT, System.nanoTime());
      sendPending();
    } else {
      fail(failure);
    }
  }

  private void losePatience() {
    Failure failure = Failure.REPLY_TIMEOUT;
    if (!pending.isEmpty() && main != null) {
      failure = main.impatience();
    } else if (images != null) {
      failure = images.impatience();
    }
    fail(failure);
  }

  /** Handles a failure of a page or an image. */
  void fail(Failure failure) {
    run.recorder().failure(failure, System.nanoTime());
    drop();
    if (habits.onFailure() == OnFailure.RETRY_SAME_SESSION && retries < habits.maxRetries()) {
      retries++;
      run.recorder().count(Count.RETRY, System.nanoTime());
      timer = run.schedule(() -> attempt(0), run.retryDelayNanos(random));
    } else if (admitted) {
      end(Fate.BROKEN, failure);
    } else {
      end(failure.timeout() ? Fate.TIMED_OUT_BEFORE_ENTRY : Fate.REFUSED, failure);
    }
  }

  private void end(Fate fate, Failure failure) {
    cancelTimer();
    if (main != null) {
      main.close();
    }
    if (images != null) {
      images.close();
    }
    forget();
    run.over(this, fate, failure);
  }

  /** Drops the visit because the run is over. */
  void abandon() {
    drop();
    forget();
  }

  private void drop() {
    cancelTimer();
    if (main != null) {
      main.discard();
      main = null;
    }
    if (images != null) {
      images.discard();
    }
  }

  private void forget() {
    returnPage();
    if (memory != null) {
      memory.forget();
    }
  }

  private void returnPage() {
    if (page != null) {
      run.returnPage(page);
      page = null;
    }
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  boolean resumes() {
    return memory != null;
  }

  /** Returns the source address of its customer; null for any. */
  InetSocketAddress source() {
    return source;
  }

  TlsMemory memory() {
    return memory;
  }

  /** Returns the random numbers of this visit. */
  SplittableRandom random() {
    return random;
  }

  int timesCameBack() {
    return timesCameBack;
  }
}
