package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.WorkerShares.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A visit holds no more workers than its share, or than it leaves idle. */
class WorkerSharesTest {
  /** Workers, and the visits that ask them for turns, numbered from 0. */
  private static final class Workers {
    private final WorkerShares<String> shares = new WorkerShares<>();
    private final List<Object> visits = new ArrayList<>();
    private final List<Deque<String>> asked = new ArrayList<>();
    // In the order in which they began; each text starts with the visit's number.
    private final List<Deque<String>> atWork = new ArrayList<>();
    private int count;
    private int turns;
    private int done;

    Workers(int count, int visitCount) {
      this.count = count;
      for (int i = 0; i < visitCount; i++) {
        visits.add(new Object());
        asked.add(new ArrayDeque<>());
        atWork.add(new ArrayDeque<>());
      }
    }

    int held(int visit) {
      return shares.held(visits.get(visit));
    }

    void ask(int visit) {
      String turn = visit + "." + turns++;
      Object name = visits.get(visit);
      if (shares.mayBegin(name, count)) {
        assertMayBegin(visit);
        assertThat(asked.get(visit)).as("turns of a visit begin in their order").isEmpty();
        shares.begin(name);
        atWork.get(visit).add(turn);
      } else {
        asked.get(visit).add(turn);
        shares.holdBack(name, turn);
      }
    }

    void end(int visit) {
      if (atWork.get(visit).poll() != null) {
        done++;
        shares.end(visits.get(visit));
        beginNext();
      }
    }

    void resize(int newCount) {
      count = newCount;
      beginNext();
    }

    void giveUp(int visit) {
      String turn = asked.get(visit).pollLast();
      assertThat(shares.remove(visits.get(visit), turn)).isEqualTo(turn != null);
      done += turn == null ? 0 : 1;
    }

    private void beginNext() {
      for (Turn<String> next = next(); next != null; next = next()) {
        int visit = visits.indexOf(next.visit());
        assertThat(asked.get(visit).poll()).isEqualTo(next.turn());
        atWork.get(visit).add(next.turn());
      }
    }

    private Turn<String> next() {
      int[] before = visits.stream().mapToInt(shares::held).toArray();
      int idle = count - shares.begun();
      Turn<String> next = shares.next(count);
      if (next != null) {
        int held = before[visits.indexOf(next.visit())];
        assertThat(held).isLessThan(Math.max(WorkerShares.share(count), idle));
        for (int i = 0; i < before.length; i++) {
          assertThat(held <= before[i] || asked.get(i).isEmpty()).as("least first").isTrue();
        }
      }
      return next;
    }

    private void assertMayBegin(int visit) {
      int most = Math.max(WorkerShares.share(count), count - shares.begun());
      assertThat(held(visit)).isLessThan(most);
    }

    /** Checks that no turn is lost, and that no turn waits that may begin. */
    void check() {
      int held = 0;
      int waiting = 0;
      for (int i = 0; i < visits.size(); i++) {
        assertThat(held(i)).isEqualTo(atWork.get(i).size());
        held += held(i);
        waiting += asked.get(i).size();
        if (!asked.get(i).isEmpty()) {
          int most = Math.max(WorkerShares.share(count), count - shares.begun());
          assertThat(held(i)).as("a turn waits that may begin").isGreaterThanOrEqualTo(most);
        }
      }
      assertThat(shares.begun()).isEqualTo(held);
      assertThat(shares.heldBack()).isEqualTo(waiting);
      assertThat(held + waiting + done).isEqualTo(turns);
    }
  }

  @Property
  void losesNoTurnAndDelaysNoneWithoutNeed(
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(min = 1, max = 12) int visits,
      @ForAll long seed) {
    Workers workers = new Workers(count, visits);
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      int visit = random.nextInt(visits);
      switch (random.nextInt(8)) {
        case 0, 1, 2, 3 -> workers.ask(visit);
        case 4, 5 -> workers.end(visit);
        case 6 -> workers.giveUp(visit);
        default -> workers.resize(1 + random.nextInt(60));
      }
      workers.check();
    }
    for (int i = 0; i < visits; i++) {
      while (workers.held(i) > 0) {
        workers.end(i);
        workers.check();
      }
    }
    assertThat(workers.done).as("all of them, in the end").isEqualTo(workers.turns);
    assertThat(workers.shares.size()).as("and nothing is kept").isZero();
  }

  /** For any demand and any duration: none of the greedy turns ever ends. */
  @Property
  void someWorkersStayIdleForOtherVisits(
      @ForAll @IntRange(min = 20, max = 400) int count,
      @ForAll @IntRange(min = 1, max = 3) int greedy,
      @ForAll boolean inTurn,
      @ForAll long seed) {
    Workers workers = new Workers(count, greedy + 1);
    Random random = new Random(seed);
    for (int i = 0; i < greedy * count; i++) {
      workers.ask(inTurn ? i / count : random.nextInt(greedy));
    }

    assertThat(workers.shares.begun()).isLessThan(count);
    workers.ask(greedy);
    assertThat(workers.held(greedy)).isEqualTo(1);
  }

  /** For any demand of the others, and any number of workers. */
  @Property
  void visitGetsItsShareAtOnce(
      @ForAll @IntRange(min = 1, max = 400) int count,
      @ForAll @IntRange(min = 0, max = 20) int others) {
    Workers workers = new Workers(count, others + 1);
    int each = WorkerShares.share(count) + 10;
    for (int i = 0; i < each * (others + 1); i++) {
      workers.ask(i / each);
    }

    for (int i = 0; i <= others; i++) {
      assertThat(workers.held(i)).isGreaterThanOrEqualTo(WorkerShares.share(count));
    }
  }

  @Test
  void singleVisitHoldsHalfOfWorkers() {
    Workers workers = new Workers(50, 1);
    for (int i = 0; i < 100; i++) {
      workers.ask(0);
    }

    assertThat(workers.held(0)).isEqualTo(25);
    assertThat(workers.shares.heldBack()).isEqualTo(75);
  }

  @Test
  void boundsTurnsOfOneVisitThatAreHeldBack() {
    WorkerShares<Integer> shares = new WorkerShares<>();
    shares.begin("visit");
    shares.begin("other");
    for (int i = 0; i < ExcessQueue.WAITING_MAX; i++) {
      assertThat(shares.holdBack("visit", i)).isTrue();
    }

    assertThat(shares.holdBack("visit", -1)).isFalse();
    assertThat(shares.holdBack("other", -2)).isTrue();
    assertThat(shares.heldBack()).isEqualTo(ExcessQueue.WAITING_MAX + 1);
    assertThat(shares.waiting()).doesNotContain(-1);
  }

  @Test
  void fiveVisitsHoldEightOrNineWorkersEach() {
    Workers workers = new Workers(50, 5);
    for (int i = 0; i < 500; i++) {
      workers.ask(i % 5);
    }

    for (int i = 0; i < 5; i++) {
      assertThat(workers.held(i)).isBetween(8, 9);
    }
    assertThat(workers.shares.begun()).isEqualTo(42);
  }

  @Test
  void twelveParallelRequestsBeginAtOnceOn23Workers() {
    Workers workers = new Workers(23, 1);
    for (int i = 0; i < 12; i++) {
      workers.ask(0);
    }

    assertThat(workers.shares.heldBack()).isZero();
  }

  @Test
  void visitHasShareWhileOthersHoldAllWorkers() {
    Workers workers = new Workers(50, 2);
    for (int i = 0; i < 50; i++) {
      workers.shares.begin(/* visit= */ null);
    }
    for (int i = 0; i < 20; i++) {
      workers.ask(0);
    }
    assertThat(workers.held(0)).isEqualTo(5);

    for (int i = 0; i < 50; i++) {
      workers.shares.end(/* visit= */ null);
    }
    workers.beginNext();
    assertThat(workers.held(0)).isEqualTo(20);
  }

  @Test
  void moreWorkersBeginTurnsHeldBack() {
    Workers workers = new Workers(10, 1);
    for (int i = 0; i < 12; i++) {
      workers.ask(0);
    }
    assertThat(workers.held(0)).isEqualTo(5);

    workers.resize(20);
    assertThat(workers.held(0)).isEqualTo(10);
    workers.resize(40);
    assertThat(workers.shares.heldBack()).isZero();
  }

  @Test
  void visitThatHoldsLeastIsNext() {
    Workers workers = new Workers(20, 2);
    for (int i = 0; i < 20; i++) {
      workers.ask(0);
    }
    workers.shares.begin(/* visit= */ null);
    for (int i = 0; i < 20; i++) {
      workers.ask(1);
    }
    assertThat(workers.held(0)).isEqualTo(10);
    assertThat(workers.held(1)).isEqualTo(5);

    workers.end(0);
    workers.end(0);

    assertThat(workers.held(0)).isEqualTo(8);
    assertThat(workers.held(1)).isEqualTo(6);
  }

  @Test
  void workOfNoVisitIsNeverHeldBack() {
    WorkerShares<String> shares = new WorkerShares<>();
    for (int i = 0; i < 10; i++) {
      assertThat(shares.mayBegin(null, 2)).isTrue();
      shares.begin(null);
    }
    assertThat(shares.begun()).isEqualTo(10);
    assertThat(shares.size()).isZero();
    assertThat(shares.remove(null, "turn")).isFalse();
  }

  @Test
  void turnHeldBackCanBeRemoved() {
    Workers workers = new Workers(2, 1);
    for (int i = 0; i < 4; i++) {
      workers.ask(0);
    }
    Object visit = workers.visits.get(0);
    List<String> waiting = workers.shares.waiting();
    assertThat(waiting).containsExactly("0.2", "0.3");

    assertThat(workers.shares.remove(visit, waiting.get(0))).isTrue();
    assertThat(workers.shares.remove(visit, waiting.get(0))).isFalse();
    assertThat(workers.shares.remove(visit, workers.atWork.get(0).getFirst()))
        .as("it has begun")
        .isFalse();

    workers.shares.end(visit);
    assertThat(workers.shares.next(2).turn()).isEqualTo("0.3");
    assertThat(workers.shares.next(2)).isNull();
  }
}
