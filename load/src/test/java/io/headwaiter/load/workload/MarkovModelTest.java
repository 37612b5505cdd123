package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkovModelTest {
  private static final int SESSIONS = 20_000;

  /** Requests by interaction over many sessions. */
  private static Map<AuctionInteraction, Integer> visits(SessionModel model) {
    Map<AuctionInteraction, Integer> visits = new EnumMap<>(AuctionInteraction.class);
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < SESSIONS; i++) {
      SessionWalk walk = model.start(random);
      for (Optional<AuctionInteraction> next = walk.next(); next.isPresent(); next = walk.next()) {
        visits.merge(next.get(), 1, Integer::sum);
      }
    }
    return visits;
  }

  private static double total(Map<AuctionInteraction, Integer> visits) {
    return visits.values().stream().mapToInt(Integer::intValue).sum();
  }

  @ParameterizedTest
  @CsvSource({
    "BROWSING, ORIGINAL, 455, 12", // 446 and 455 in two independent simulations
    "BROWSING, LITERAL, 8.5, 0.15",
    "BIDDING, ORIGINAL, 51.4, 1.2",
    "BIDDING, LITERAL, 10.9, 0.25",
    "BROWSING, FITTED, 45, 1.2",
    "BIDDING, FITTED, 45, 1.2"
  })
  void hasKnownMeanLength(Mix mix, EndReading reading, double mean, double tolerance) {
    SessionModel model = MarkovModel.of(mix, reading, 45, MarkovModel.MAX_REQUESTS);
    assertThat(total(visits(model)) / SESSIONS).isCloseTo(mean, within(tolerance));
  }

  @ParameterizedTest
  @CsvSource({"BROWSING,ORIGINAL", "BROWSING,LITERAL", "BIDDING,ORIGINAL", "BIDDING,LITERAL"})
  void hasKnownVisitShares(Mix mix, EndReading reading) throws IOException {
    Map<AuctionInteraction, Integer> visits = visits(MarkovModel.of(mix, reading, 0, 1000));
    Map<String, Double> known = knownShares(mix, reading);
    double total = total(visits);
    Map<String, Double> shares = new HashMap<>();
    visits.forEach((key, count) -> shares.put(key.label(), 100 * count / total));
    assertThat(shares.keySet()).isEqualTo(known.keySet());
    known.forEach(
        (name, percent) ->
            assertThat(shares.get(name))
                .as(name)
                .isCloseTo(percent, within(0.06 * percent + 0.05)));
  }

  private static Map<String, Double> knownShares(Mix mix, EndReading reading) throws IOException {
    String file =
        "visit-share-" + mix.label() + "-" + reading.name().toLowerCase(java.util.Locale.ROOT);
    Map<String, Double> shares = new HashMap<>();
    try (InputStream in = MarkovModelTest.class.getResourceAsStream(file + ".csv")) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(2)
          .map(line -> line.split(",", -1))
          .forEach(cells -> shares.put(cells[0], Double.valueOf(cells[1])));
    }
    return shares;
  }

  @Test
  void endsAtCap() {
    SessionModel model = MarkovModel.original(Mix.BROWSING);
    SplittableRandom random = new SplittableRandom(7);
    int capped = 0;
    for (int i = 0; i < 1000; i++) {
      SessionWalk walk = model.start(random);
      int length = 0;
      while (walk.next().isPresent()) {
        length++;
      }
      assertThat(length).isLessThanOrEqualTo(MarkovModel.MAX_REQUESTS);
      assertThat(walk.next()).isEmpty();
      capped += length == MarkovModel.MAX_REQUESTS ? 1 : 0;
    }
    assertThat(capped).isBetween(100, 210); // known: 15.5 %
  }

  @Property(tries = 50)
  void sameSeedGivesSameWalk(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int most) {
    SessionModel model = MarkovModel.of(Mix.BIDDING, EndReading.FITTED, 20, most);
    SessionWalk one = model.start(new SplittableRandom(seed));
    SessionWalk two = model.start(new SplittableRandom(seed));
    assertThat(one.next()).contains(AuctionInteraction.HOME);
    assertThat(two.next()).contains(AuctionInteraction.HOME);
    for (int i = 0; i < most; i++) {
      assertThat(one.next()).isEqualTo(two.next());
    }
    assertThat(one.next()).isEmpty();
  }

  @Test
  void backReturnsToPreviousPage() {
    SessionModel model = MarkovModel.literal(Mix.BROWSING);
    SplittableRandom random = new SplittableRandom(3);
    Map<AuctionInteraction, Integer> afterHistory = new EnumMap<>(AuctionInteraction.class);
    for (int i = 0; i < 2000; i++) {
      SessionWalk walk = model.start(random);
      AuctionInteraction last = null;
      AuctionInteraction beforeLast = null;
      for (Optional<AuctionInteraction> next = walk.next(); next.isPresent(); next = walk.next()) {
        if (last == AuctionInteraction.VIEW_BID_HISTORY
            && beforeLast == AuctionInteraction.VIEW_ITEM) {
          afterHistory.merge(next.get(), 1, Integer::sum);
        }
        beforeLast = last;
        last = next.get();
      }
    }
    int all = (int) total(afterHistory);
    assertThat(all).isPositive();
    assertThat(afterHistory.get(AuctionInteraction.VIEW_ITEM) / (double) all)
        .isCloseTo(0.8 / 0.998, within(0.06));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Home,Browse|2 cells",
        "Home,Nowhere,0.5|Nowhere",
        "Back,Home,0.5|Back",
        "Home,Browse,1.5|1.5",
        "Home,Browse,much|much"
      })
  void rejectsInvalidTableWithItsLine(String line, String expected) {
    BufferedReader in = new BufferedReader(new StringReader("# comment\n" + line));
    assertThatThrownBy(() -> TransitionTable.read(in, "table"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining(expected);
  }
}
