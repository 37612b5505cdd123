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
  private final ClientPace pace = new ClientPace(/* isInterruptible= */ false);

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
    assertThat(pace.isSlow(SECOND / 20 - 1)).isFalse();
    assertThat(pace.moved(1, SECOND / 20 - 1)).isEqualTo(Pace.PROMPT);
    assertThat(pace.moved(0, SECOND)).as("the application was busy").isEqualTo(Pace.PROMPT);
    assertThat(pace.isSlow(SECOND + SECOND / 20)).isTrue();
    assertThat(pace.moved(1, SECOND + SECOND / 20)).isEqualTo(Pace.SLOW);
  }

  @Test
  void bytesPayForWaiting() {
    pace.begin(connection);
    pace.moved(0, 0);
    pace.moved(600, SECOND);
    pace.moved(0, SECOND);
    assertThat(pace.owedNanos(2 * SECOND)).isEqualTo(2 * SECOND - 600 * SECOND / 500);
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
    assertThat(watch.closedTotal(ConnectionWatch.Cause.SLOW_CLIENT)).isEqualTo(1);
    watch.look(SECOND + SECOND / 5);
    assertThat(client.cuts).as("once").isEqualTo(1);
    assertThat(pace.moved(1, 2 * SECOND)).isEqualTo(Pace.GIVEN_UP);
    pace.end();
    pace.begin(connection);
    assertThat(pace.moved(1, 2 * SECOND)).as("in another turn").isEqualTo(Pace.PROMPT);
  }

  @Test
  void workerThatCanBeInterruptedIs() {
    ClientPace ofStream = new ClientPace(/* isInterruptible= */ true);
    ofStream.begin(connection);
    ofStream.moved(0, 0);
    ofStream.giveUp(SECOND);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ofStream.moved(1, SECOND)).isEqualTo(Pace.GIVEN_UP);
    ofStream.giveUp(2 * SECOND);
    assertThat(Thread.interrupted()).as("nobody waits").isFalse();
  }

  @Test
  void slowClientsGoOnWhileMostWorkersDoNotWaitForThem() {
    queue.workers = 3;
    pace.begin(connection);
    pace.moved(0, 0);
    queue.headDelayNanos = SECOND;
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

  private static final class Queue implements WorkQueue {
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
    public long headDelayNanos(long nowNanos) {
      return headDelayNanos;
    }
  }
}
