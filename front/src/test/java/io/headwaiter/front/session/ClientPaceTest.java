package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.session.ClientPace.Pace;
import io.headwaiter.front.work.WorkQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class ClientPaceTest {
  private static final long SECOND = 1_000_000_000L;

  private final Queue queue = new Queue();
  private final ConnectionWatch watch =
      new ConnectionWatch(
          5 * SECOND,
          10 * SECOND,
          /* perVisitMax= */ 10,
          new ConnectionLimit(() -> ConnectionLimit.UNLIMITED, () -> 0),
          () -> 0,
          queue,
          () -> 0);
  private final Client client = new Client();
  private final OpenConnection connection = watch.admit(AdmittedConnection.as(Entry.NEW), client);
  private final ClientPace pace = new Waiting();

  @Test
  void waitsAddUpUntilTheTurnEnds() {
    pace.begin(connection);
    pace.moved(0, 0);
    assertThat(pace.owedNanos(SECOND)).isEqualTo(SECOND);
    pace.moved(1, 2 * SECOND);
    assertThat(pace.owedNanos(3 * SECOND)).as("nobody waits").isZero();
    pace.moved(0, 3 * SECOND);
    assertThat(pace.owedNanos(4 * SECOND)).isEqualTo(3 * SECOND - SECOND / 500);
    pace.end();
    assertThat(pace.owedNanos(4 * SECOND)).isZero();
    pace.begin(connection);
    pace.moved(0, 5 * SECOND);
    assertThat(pace.owedNanos(5 * SECOND)).isZero();
  }

  @Test
  void clientIsSlowAfterLongWait() {
    pace.begin(connection);
    assertThat(pace.moved(0, 0)).isEqualTo(Pace.PROMPT);
    assertThat(watch.workersHeldByClients(SECOND / 20 - 1)).isZero();
    assertThat(pace.moved(1, SECOND / 20 - 1)).isEqualTo(Pace.PROMPT);
    assertThat(pace.moved(0, SECOND)).as("the application was busy").isEqualTo(Pace.PROMPT);
    assertThat(watch.workersHeldByClients(SECOND + 1)).isEqualTo(1);
    assertThat(pace.moved(1, SECOND + 1)).isEqualTo(Pace.SLOW);
    assertThat(pace.moved(0, SECOND + 1)).isEqualTo(Pace.PROMPT);
    assertThat(pace.moved(1, SECOND + 2)).as("told before").isEqualTo(Pace.PROMPT);
  }

  @Test
  void bytesPayForWaiting() {
    pace.begin(connection);
    pace.moved(0, 0);
    pace.moved(600, 2 * SECOND);
    pace.moved(0, 2 * SECOND);
    assertThat(pace.owedNanos(3 * SECOND)).isEqualTo(3 * SECOND - 600 * SECOND / 500);
  }

  /** A reply that fills the buffers of both sides, and is not read. */
  @Test
  void nobodyPaysInAdvance() {
    pace.begin(connection);
    pace.moved(1_000_000, 0);
    pace.moved(0, 0);
    assertThat(pace.owedNanos(SECOND)).isEqualTo(SECOND);
  }

  @Test
  void onlyThreadOfTurnCounts() throws Exception {
    pace.begin(connection);
    Thread other =
        new Thread(
            () -> {
              pace.moved(0, 0);
              pace.end();
            });
    other.start();
    other.join();
    assertThat(pace.owedNanos(100 * SECOND)).isZero();
    pace.moved(0, 0);
    assertThat(pace.owedNanos(SECOND)).isEqualTo(SECOND);
  }

  @Test
  void slowClientLosesItsWorkerWhenOthersWait() {
    pace.begin(connection);
    pace.moved(0, 0);
    watch.look(SECOND);
    assertThat(client.cuts).as("nobody else waits").isZero();
    queue.headDelayNanos = SECOND / 10;
    watch.look(SECOND + SECOND / 10);
    assertThat(client.cuts).isEqualTo(1);
    assertThat(watch.closedTotal(CloseCause.SLOW_CLIENT)).isEqualTo(1);
    watch.look(SECOND + SECOND / 5);
    assertThat(client.cuts).as("once").isEqualTo(1);
    assertThat(pace.moved(1, 2 * SECOND)).isEqualTo(Pace.GIVEN_UP);
    pace.end();
    pace.begin(connection);
    assertThat(pace.moved(1, 2 * SECOND)).as("in another turn").isEqualTo(Pace.PROMPT);
  }

  @Test
  void workerThatStillWaitsIsInterruptedLater() {
    pace.begin(connection);
    pace.moved(0, 0);
    queue.headDelayNanos = SECOND / 10;
    watch.look(SECOND);
    assertThat(client.cuts).isEqualTo(1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    watch.look(SECOND + SECOND / 10);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(pace.moved(-1, 2 * SECOND)).isEqualTo(Pace.GIVEN_UP);
    pace.end();
    assertThat(Thread.interrupted()).as("in the next turn").isFalse();
  }

  /** It waits for a database or a lock by now, which an interrupt must not break. */
  @Test
  void workerThatWaitsForSomethingElseIsNotInterrupted() {
    Stream stream = new Stream();
    ClientPace ofStream = new Waiting(stream);
    ofStream.begin(connection);
    stream.waits = true;
    queue.headDelayNanos = SECOND / 10;
    watch.look(SECOND);
    watch.look(9 * SECOND);
    assertThat(client.cuts).isEqualTo(1);
    stream.waits = false;
    watch.look(10 * SECOND);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    stream.waits = true;
    watch.look(11 * SECOND);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    ofStream.end();
    Thread.interrupted();
  }

  /** Each of its bytes comes when it is due, but it needs a worker for all that time. */
  @Test
  void bytesPayForASecondOfNeed() {
    pace.begin(connection);
    queue.headDelayNanos = SECOND / 10;
    long now = 0;
    for (int i = 0; i < 12; i++) {
      pace.moved(0, now);
      now += SECOND / 10;
      watch.look(now);
      if (client.cuts > 0) {
        break;
      }
      pace.moved(50, now);
    }
    assertThat(client.cuts).isEqualTo(1);
    assertThat(now).isBetween(SECOND, SECOND + SECOND / 5);
  }

  @Test
  void quarterOfWorkersIsEnoughAfterLongDelay() {
    queue.workers = 4;
    pace.begin(connection);
    pace.moved(0, 0);
    queue.headDelayNanos = SECOND / 2 - 1;
    watch.look(2 * SECOND);
    assertThat(client.cuts).isZero();
    queue.headDelayNanos = SECOND / 2;
    watch.look(3 * SECOND);
    assertThat(client.cuts).isEqualTo(1);
  }

  /** Nobody reports its reads and writes. */
  @Test
  void sampledWorkerThatWaitsForItsClientIsTakenAway() {
    Stream stream = new Stream();
    ClientPace ofStream = new Waiting(stream);
    ofStream.begin(connection);
    watch.look(SECOND);
    stream.waits = true;
    watch.look(2 * SECOND);
    assertThat(watch.workersHeldByClients(9 * SECOND)).as("nobody waits for a worker").isZero();
    queue.headDelayNanos = SECOND / 10;
    watch.look(10 * SECOND);
    assertThat(watch.workersHeldByClients(10 * SECOND + SECOND / 20)).isEqualTo(1);
    stream.bytes = 250;
    watch.look(11 * SECOND);
    assertThat(ofStream.owedNanos(11 * SECOND)).isEqualTo(SECOND / 2);
    assertThat(client.cuts).isZero();
    stream.waits = false;
    watch.look(12 * SECOND);
    assertThat(watch.workersHeldByClients(13 * SECOND)).isZero();
    stream.waits = true;
    watch.look(13 * SECOND);
    watch.look(14 * SECOND);
    assertThat(client.cuts).isEqualTo(1);
    ofStream.end();
    Thread.interrupted();
  }

  @Test
  void samplesAreForgottenInCalm() {
    Stream stream = new Stream();
    stream.waits = true;
    ClientPace ofStream = new Waiting(stream);
    ofStream.begin(connection);
    queue.headDelayNanos = SECOND / 10;
    watch.look(SECOND);
    queue.headDelayNanos = 0;
    watch.look(2 * SECOND);
    assertThat(watch.workersHeldByClients(99 * SECOND)).isZero();
    ofStream.end();
    queue.headDelayNanos = SECOND / 10;
    watch.look(100 * SECOND);
    assertThat(watch.workersHeldByClients(101 * SECOND)).as("it has ended").isZero();
  }

  @Test
  void workerThatDoesNotBlockIsNotHeld() {
    ClientPace busy = new ClientPace();
    busy.begin(connection);
    busy.moved(0, 0);
    assertThat(busy.waitedNanos(9 * SECOND)).as("this thread runs").isZero();
    assertThat(busy.owedNanos(9 * SECOND)).isZero();
  }

  @Test
  void slowClientsGoOnWhileMostWorkersDoNotWaitForThem() {
    queue.workers = 3;
    pace.begin(connection);
    pace.moved(0, 0);
    queue.headDelayNanos = SECOND / 10;
    watch.look(9 * SECOND);
    assertThat(client.cuts).isZero();
    queue.workers = 2;
    watch.look(10 * SECOND);
    assertThat(client.cuts).isEqualTo(1);
  }

  @Test
  void unwatchedConnectionIsNotTimed() {
    pace.begin(null);
    assertThat(pace.moved(0, 0)).isEqualTo(Pace.PROMPT);
    assertThat(pace.owedNanos(9 * SECOND)).isZero();
  }

  /** Whose thread waits, whatever it does. */
  private static final class Waiting extends ClientPace {
    private Waiting() {}

    private Waiting(Probe probe) {
      super(probe);
    }

    @Override
    boolean isBlocked(Thread thread) {
      return true;
    }
  }

  private static final class Stream implements ClientPace.Probe {
    private boolean waits;
    private long bytes;

    @Override
    public boolean waitsForClient(Thread worker) {
      return waits;
    }

    @Override
    public long bytes() {
      return bytes;
    }
  }

  private static final class Client implements OpenConnection.Closer {
    private int cuts;

    @Override
    public void close(boolean onlyIdle, BooleanSupplier claim) {
      // It is at work.
    }

    @Override
    public void cut() {
      cuts++;
    }
  }

  /** Turns of visits over their accounts may hold only a part of the workers. */
  @Test
  void slowClientLosesItsWorkerWhenOthersOverTheirAccountsWait() {
    queue.workers = 100;
    pace.begin(connection);
    pace.moved(0, 0);
    watch.look(2 * SECOND);
    assertThat(client.cuts).isZero();
    queue.isExcessShort = true;
    watch.look(3 * SECOND);
    assertThat(client.cuts).isEqualTo(1);
  }

  private static final class Queue implements WorkQueue {
    private boolean isExcessShort;
    private long headDelayNanos;
    private int workers = 2;

    @Override
    public int waiting() {
      return headDelayNanos > 0 ? 1 : 0;
    }

    @Override
    public int workers() {
      return workers;
    }

    @Override
    public boolean isExcessShort() {
      return isExcessShort;
    }

    @Override
    public long headDelayNanos(long nowNanos) {
      return headDelayNanos;
    }
  }
}
