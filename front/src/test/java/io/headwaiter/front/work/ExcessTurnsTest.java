package io.headwaiter.front.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.ExcessQueue;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.front.supply.ThreadCpu;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Visits over their account share the CPU time that other work leaves over. */
class ExcessTurnsTest {
  private final ExcessBudget budget = new ExcessBudget();
  private final Deque<Runnable> workers = new ArrayDeque<>();
  private final ExcessTurns turns = new ExcessTurns(budget, workers::add, () -> 5);
  private final VisitAccounts accounts = new VisitAccounts(10, Long.MAX_VALUE, Long.MAX_VALUE);
  private final List<String> done = new ArrayList<>();

  private ExcessTurns.Owner owner(long visit) {
    VisitAccount account = accounts.active(visit, 0, 0);
    return new ExcessTurns.Owner() {
      @Override
      public long placeBehind(long served) {
        return account.placeBehind(served);
      }

      @Override
      public long assumedTurnNanos() {
        return 0;
      }

      @Override
      public Object holder() {
        return account;
      }
    };
  }

  /**
   * Allows one turn at a time, however long it takes, because there are five workers. The saved CPU
   * time lasts for all turns of a test.
   */
  private void grantOneAtATime() {
    budget.grant(1e-9, System.nanoTime());
  }

  private void workAll() {
    while (!workers.isEmpty()) {
      workers.remove().run();
    }
  }

  @Test
  void allBeginAtOnceWithoutBound() {
    for (int i = 0; i < 20; i++) {
      turns.add(owner(1), () -> done.add("turn"));
    }

    assertThat(workers).hasSize(20);
  }

  @Test
  void visitsAlternateHoweverManyTurnsTheyWant() {
    ExcessTurns.Owner hog = owner(1);
    ExcessTurns.Owner other = owner(2);
    grantOneAtATime();
    for (int i = 0; i < 100; i++) {
      turns.add(hog, () -> done.add("hog"));
    }
    assertThat(workers).hasSize(1);
    workers.remove().run();
    turns.add(other, () -> done.add("other"));
    turns.add(other, () -> done.add("other"));

    for (int i = 0; i < 5; i++) {
      workers.remove().run();
    }

    assertThat(done).containsExactly("hog", "hog", "other", "hog", "other", "hog");
    assertThat(turns.waiting()).hasSize(95);
  }

  @Test
  void removedTurnIsNotRun() {
    grantOneAtATime();
    Runnable second = () -> done.add("second");
    turns.add(owner(1), () -> done.add("first"));
    turns.add(owner(1), second);

    assertThat(turns.remove(second)).isTrue();
    assertThat(turns.remove(second)).isFalse();
    workAll();

    assertThat(done).containsExactly("first");
  }

  @Test
  void nextTurnBeginsAfterOneFails() {
    grantOneAtATime();
    turns.add(
        owner(1),
        () -> {
          throw new IllegalStateException("on purpose");
        });
    turns.add(owner(1), () -> done.add("next"));

    assertThat(workers).hasSize(1);
    try {
      workers.remove().run();
    } catch (IllegalStateException e) {
      done.add(e.getMessage());
    }
    workAll();

    assertThat(done).containsExactly("on purpose", "next");
  }

  /**
   * Runs for longer than 50 ms, after which other turns may begin, and uses more than the 100 ms of
   * CPU time that may be saved up.
   */
  private void burnForLong() {
    long until = System.nanoTime() + 60_000_000L;
    long untilCpu = ThreadCpu.nanos() + 150_000_000L;
    while (System.nanoTime() < until || ThreadCpu.nanos() < untilCpu) {
      Thread.onSpinWait();
    }
  }

  @Test
  void chargesRunningTurnBeforeItEnds() {
    ExcessTurns many = new ExcessTurns(budget, workers::add, () -> 100);
    grantOneAtATime();
    many.add(
        owner(1),
        () -> {
          burnForLong();
          many.add(owner(2), () -> done.add("next"));
          done.add(workers.isEmpty() ? "next one waits" : "next one begins");
        });

    workAll();

    assertThat(done).containsExactly("next one waits");
  }

  /** A turn that records whether it was run or closed. */
  private final class Work implements Runnable, Closeable {
    @Override
    public void run() {
      done.add("run");
    }

    @Override
    public void close() {
      done.add("closed");
    }
  }

  @Test
  void turnWithoutThreadReturnsItsSlot() {
    budget.grant(1, System.nanoTime());
    boolean[] full = {true};
    ExcessTurns without =
        new ExcessTurns(
            budget,
            turn -> {
              if (full[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              workers.add(turn);
            },
            () -> 5);

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> without.add(owner(1), new Work()))
          .isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(done).containsExactly("closed", "closed", "closed");
    full[0] = false;
    without.add(owner(1), new Work());
    workAll();

    assertThat(done).endsWith("run");
  }

  /** For example, a client resets streams as soon as it has opened them. */
  @Test
  void closesTurnIfTooManyOfVisitWait() {
    grantOneAtATime();
    ExcessTurns.Owner owner = owner(1);
    turns.add(owner, () -> done.add("first"));
    for (int i = 0; i < ExcessQueue.WAITING_MAX; i++) {
      turns.add(owner, () -> done.add("turn"));
    }
    assertThat(turns.waiting()).hasSize(ExcessQueue.WAITING_MAX);

    turns.add(owner, new Work());
    turns.add(owner, new Work());

    assertThat(done).containsExactly("closed", "closed");
    assertThat(turns.waiting()).hasSize(ExcessQueue.WAITING_MAX);
    turns.add(owner(2), new Work());
    assertThat(turns.waiting()).hasSize(ExcessQueue.WAITING_MAX + 1);
  }

  /** The control loop's thread may hand it over, and must see no exception. */
  @Test
  void closesTurnThatStoppedWorkersReject() {
    ExcessTurns refused =
        new ExcessTurns(
            budget,
            work -> {
              throw new RejectedExecutionException("stopped");
            },
            () -> 0);

    refused.add(owner(1), new Work());

    assertThat(done).containsExactly("closed");
    assertThat(refused.waiting()).isEmpty();
  }

  /** A visit whose turns wait for its client, for example. */
  @Test
  void turnsOfOneVisitDoNotKeepOthersFromBeginning() {
    ExcessTurns twenty = new ExcessTurns(budget, workers::add, () -> 20);
    budget.grant(1, System.nanoTime());
    for (int i = 0; i < 3; i++) {
      twenty.add(owner(1), () -> done.add("greedy"));
    }
    assertThat(workers).hasSize(2);
    assertThat(twenty.areWorkersShort()).isFalse();

    twenty.add(owner(2), () -> done.add("other"));
    twenty.add(owner(3), () -> done.add("third"));

    assertThat(workers).hasSize(4);
    assertThat(twenty.areWorkersShort()).isTrue();
    workAll();
    assertThat(done).containsExactly("greedy", "greedy", "other", "third", "greedy");
    assertThat(twenty.areWorkersShort()).isFalse();
  }

  @Test
  void turnThatIsDoneElsewhereReturnsItsSlot() {
    List<ExcessTurns.Released> released = new ArrayList<>();
    ExcessTurns one = new ExcessTurns(budget, released::add, () -> 5);
    grantOneAtATime();
    one.add(owner(1), new Work());
    one.add(owner(2), new Work());
    assertThat(released).hasSize(1);

    released.get(0).leaveOut();

    assertThat(released).as("the next one begins").hasSize(2);
    assertThat(done).isEmpty();
  }
}
