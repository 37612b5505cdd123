package io.headwaiter.load.workload;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Sessions of the RUBiS auction: a first-order Markov chain with a history for the Back button.
 * Every session begins at Home. Immutable and thread-safe.
 *
 * <p>A draw r in [0, 1) is compared with running sums s_1 ≤ s_2 ≤ ... of one row; the first outcome
 * with r &lt; s_i happens, and if there is none the state repeats. With p_i the raw figures, e the
 * raw end figure and S the sum of the row without it:
 *
 * <ul>
 *   <li>original: p_1 .. p_27, Back, End in that order, nothing renormalised;
 *   <li>literal: End first with e, then (1 - e) p_i / S;
 *   <li>fitted: End first with 1/L, then (1 - 1/L) p_i / S.
 * </ul>
 *
 * <p>Worked number: SearchItemsInCategory of the browsing mix has S = 0.998 and e = 0.2. It ends
 * with 0.002 in the original reading (End is scanned last) and with 0.2 in the literal one. A move
 * to a page with a Back outcome stores the page before; any other move clears the history. Back
 * requests the stored page again, or Home if there is none. Source: RUBiS, Rice University 2002.
 */
@SuppressWarnings("EnumOrdinal") // the ordinal is the number in the tables
public final class MarkovModel implements SessionModel {
  /** The emulator's own bound on the length of a session. */
  public static final int MAX_REQUESTS = 1000;

  private final double[][] runningSum = new double[TransitionTable.BACK][];
  private final int[][] outcome = new int[TransitionTable.BACK][];
  private final boolean[] mayGoBack = new boolean[TransitionTable.BACK];
  private final int maxRequests;

  private MarkovModel(
      TransitionTable table, EndReading reading, double meanRequests, int maxRequests) {
    this.maxRequests = maxRequests;
    for (int from = 0; from < TransitionTable.BACK; from++) {
      mayGoBack[from] = table.probability(from, TransitionTable.BACK) > 0;
      switch (reading) {
        case ORIGINAL -> original(table, from);
        case LITERAL -> endFirst(table, from, table.probability(from, TransitionTable.END));
        case FITTED -> endFirst(table, from, 1 / meanRequests);
      }
    }
  }

  /** Returns the emulator's own semantics, see {@link EndReading#ORIGINAL}. */
  public static MarkovModel original(Mix mix) {
    return of(mix, EndReading.ORIGINAL, 0, MAX_REQUESTS);
  }

  /** Returns the model of {@link EndReading#LITERAL}. */
  public static MarkovModel literal(Mix mix) {
    return of(mix, EndReading.LITERAL, 0, MAX_REQUESTS);
  }

  /**
   * Returns the model of any reading.
   *
   * @param meanRequests mean session length, at least 1; ignored unless fitted
   * @param maxRequests the largest number of requests in a session, 1 to 1000
   */
  public static MarkovModel of(Mix mix, EndReading reading, double meanRequests, int maxRequests) {
    if (reading == EndReading.FITTED && !(meanRequests >= 1)) {
      throw new IllegalArgumentException(
          "The mean session length is " + meanRequests + "; give at least 1 request.");
    }
    if (maxRequests < 1 || maxRequests > MAX_REQUESTS) {
      throw new IllegalArgumentException(
          "The bound on session length is " + maxRequests + "; give 1 to " + MAX_REQUESTS + ".");
    }
    return new MarkovModel(TransitionTable.of(mix), reading, meanRequests, maxRequests);
  }

  private void original(TransitionTable table, int from) {
    RowBuilder row = new RowBuilder();
    for (int to = 0; to <= TransitionTable.END; to++) {
      row.add(to, table.probability(from, to));
    }
    row.storeIn(from);
  }

  private void endFirst(TransitionTable table, int from, double end) {
    double rest = 0;
    for (int to = 0; to < TransitionTable.END; to++) {
      rest += table.probability(from, to);
    }
    RowBuilder row = new RowBuilder();
    row.add(TransitionTable.END, rest > 0 ? end : 1);
    for (int to = 0; to < TransitionTable.END && rest > 0; to++) {
      row.add(to, (1 - end) * table.probability(from, to) / rest);
    }
    row.storeIn(from);
  }

  /** Returns the next outcome after a state, or the state itself if no outcome matches the draw. */
  private int draw(int state, double r) {
    double[] sums = runningSum[state];
    for (int i = 0; i < sums.length; i++) {
      if (r < sums[i]) {
        return outcome[state][i];
      }
    }
    return state;
  }

  @Override
  public SessionWalk start(RandomGenerator random) {
    return new Walk(random);
  }

  /** Collects the outcomes of a row that can happen, with their running sums. */
  private final class RowBuilder {
    private final double[] sums = new double[TransitionTable.END + 1];
    private final int[] outcomes = new int[TransitionTable.END + 1];
    private int size;
    private double sum;

    void add(int to, double probability) {
      if (probability > 0) {
        sum += probability;
        sums[size] = sum;
        outcomes[size++] = to;
      }
    }

    void storeIn(int from) {
      runningSum[from] = Arrays.copyOf(sums, size);
      outcome[from] = Arrays.copyOf(outcomes, size);
    }
  }

  private final class Walk implements SessionWalk {
    private static final int NOT_STARTED = -1;
    private static final AuctionInteraction[] INTERACTIONS = AuctionInteraction.values();

    private final RandomGenerator random;
    private final ArrayDeque<Integer> history = new ArrayDeque<>(8);
    private int state = NOT_STARTED;
    private int requests;

    Walk(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Optional<AuctionInteraction> next() {
      if (requests == maxRequests || state == TransitionTable.END) {
        return Optional.empty();
      }
      state = state == NOT_STARTED ? AuctionInteraction.HOME.ordinal() : step();
      if (state == TransitionTable.END) {
        return Optional.empty();
      }
      requests++;
      return Optional.of(INTERACTIONS[state]);
    }

    private int step() {
      int next = draw(state, random.nextDouble());
      if (next == TransitionTable.BACK) {
        return history.isEmpty() ? AuctionInteraction.HOME.ordinal() : history.pop();
      }
      if (next != TransitionTable.END) {
        remember(next);
      }
      return next;
    }

    private void remember(int next) {
      if (mayGoBack[next]) {
        history.push(state);
      } else {
        history.clear();
      }
    }
  }
}
