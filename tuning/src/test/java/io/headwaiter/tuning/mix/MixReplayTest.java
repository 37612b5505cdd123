package io.headwaiter.tuning.mix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.load.workload.Customer;
import io.headwaiter.load.workload.Step;
import io.headwaiter.load.workload.Workload;
import io.headwaiter.tuning.mix.RecordedMix.TypeMix;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MixReplayTest {
  private static final URI TARGET = URI.create("https://shop.example:8443");
  private static final Offset<Double> EXACTLY = within(1e-9);

  /**
   * Records visits, each a list of requests such as "GET /x" or "POST /x", with 404 at the end if
   * the request fails so.
   */
  private static RecordedMix mix(List<List<String>> visits) throws IOException {
    StringBuilder log = new StringBuilder();
    int longest = visits.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) { // the visits are interleaved
      for (int who = 0; who < visits.size(); who++) {
        if (i < visits.get(who).size()) {
          String[] words = visits.get(who).get(i).split(" ", -1);
          String status = words.length > 2 ? words[2] : "200";
          log.append("\"%s %s HTTP/1.1\" %s s%d%n".formatted(words[0], words[1], status, who));
        }
      }
    }
    AccessLogReader reader = new AccessLogReader(LogFormat.of("\"%r\" %s %S", false), 100, 1);
    reader.read(new ByteArrayInputStream(log.toString().getBytes(UTF_8)));
    return reader.mix("test");
  }

  private static RecordedMix live(Map<String, Long> counts, long sessions) {
    Map<String, TypeMix> types = new TreeMap<>();
    counts.forEach(
        (name, n) ->
            types.put(name, new TypeMix(n, (double) n / sessions, 0, 1, List.of(), 0, List.of())));
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return new RecordedMix("live", sessions, 0, all, 0, types, Map.of());
  }

  private static List<List<String>> visits(MixReplay replay, int count) {
    Workload workload = replay.workload(1000);
    List<List<String>> visits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Customer customer = workload.newCustomer(new SplittableRandom(i));
      List<String> visit = new ArrayList<>();
      for (Optional<Step> next = customer.next(0); next.isPresent(); next = customer.next(0)) {
        visit.add(MixReplay.name(next.get()));
      }
      assertThat(customer.next(0)).isEmpty();
      visits.add(visit);
    }
    return visits;
  }

  @Test
  void visitsFollowRecordedOrder() throws IOException {
    List<String> way = List.of("GET /home", "GET /search?q=x", "GET /item/7", "GET /bye");
    MixReplay replay = MixReplay.of(mix(List.of(way, way, way)), TARGET, false);
    assertThat(visits(replay, 20)).containsOnly(way);
    assertThat(replay.sessionLength()).isEqualTo(4, EXACTLY);
    assertThat(replay.part()).isEqualTo(1);
    assertThat(replay.leftOut()).isEmpty();
  }

  /** n_i / sessions visits of each type, for any log. */
  @Test
  void visitsPerSessionMatchRecord() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      List<List<String>> visits = new ArrayList<>();
      for (int who = 0; who < 1 + random.nextInt(10); who++) {
        List<String> visit = new ArrayList<>();
        for (int n = 0; n < 1 + random.nextInt(12); n++) {
          visit.add("GET /" + (char) ('a' + random.nextInt(4)));
        }
        visits.add(visit);
      }
      RecordedMix mix = mix(visits);
      Map<String, Double> made = MixReplay.of(mix, TARGET, false).visitsPerSession();
      assertThat(made.keySet()).isEqualTo(mix.visitsPerSession().keySet());
      mix.visitsPerSession().forEach((t, v) -> assertThat(made.get(t)).isEqualTo(v, EXACTLY));
    }
  }

  @Test
  void visitsKeepMeanLengthWithoutRecordedOrder() {
    MixReplay replay = MixReplay.of(live(Map.of("/a", 300L, "/b", 100L), 100), TARGET, false);
    assertThat(replay.sessionLength()).isEqualTo(4, EXACTLY);
    assertThat(replay.visitsPerSession().get("/a")).isEqualTo(3, EXACTLY);
    double requests = visits(replay, 4000).stream().mapToInt(List::size).sum();
    assertThat(requests / 4000).isBetween(3.8, 4.2); // standard deviation 0.055
  }

  @Test
  void skipsRequestsThatCannotBeReplayed() throws IOException {
    RecordedMix mix =
        mix(
            List.of(
                List.of("GET /a", "POST /order", "GET /c"),
                List.of("GET /a", "POST /order", "GET /gone 404", "GET /c"),
                List.of("POST /order", "GET /c")));
    MixReplay replay = MixReplay.of(mix, TARGET, false);
    assertThat(visits(replay, 100)).containsOnly(List.of("GET /a", "GET /c"), List.of("GET /c"));
    assertThat(replay.leftOut())
        .hasToString("[/order (3 requests: they may change something)]"); // /gone always failed
    assertThat(replay.part()).isEqualTo(5 / 8.0, EXACTLY);
    MixReplay all = MixReplay.of(mix, TARGET, true);
    assertThat(all.part()).isEqualTo(1);
    assertThat(visits(all, 100))
        .containsOnly(List.of("GET /a", "POST /order", "GET /c"), List.of("POST /order", "GET /c"));
  }

  @Test
  void omitsAddressesNotAnsweredWell() throws IOException {
    RecordedMix mix = mix(List.of(List.of("GET /a", "GET /b?x=1", "GET /b?x=2", "GET /c")));
    MixReplay replay = MixReplay.of(mix, TARGET, false).without(Set.of("GET /b?x=1", "GET /c"));
    assertThat(replay.requests())
        .extracting(MixReplay::name)
        .containsExactly("GET /a", "GET /b?x=2");
    assertThat(replay.leftOut())
        .hasToString("[/c (1 requests: no address of it is answered well)]");
    assertThat(replay.part()).isEqualTo(0.75, EXACTLY);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> replay.without(Set.of("GET /a", "GET /b?x=1", "GET /b?x=2", "GET /c")))
        .withMessageStartingWith("Nothing of the mix of test can be asked for: [/a (1 requests");
  }

  @Test
  void typeMayHaveSafeAndUnsafeRequests() throws IOException {
    RecordedMix mix = mix(List.of(List.of("GET /cart", "POST /cart", "GET /cart", "GET /cart")));
    // The method is drawn for each request: a share x = (1 + 3 x) / 16 of the visits has orders
    // only and is not made, so that 3 of 4 requests are 3 / (1 - 1 / 13) in each of the others.
    assertThat(MixReplay.of(mix, TARGET, false).sessionLength()).isEqualTo(3.25, EXACTLY);
    MixReplay both = MixReplay.of(mix, TARGET, true);
    assertThat(both.visitsPerSession()).containsOnlyKeys("/cart");
    assertThat(both.sessionLength()).isEqualTo(4, EXACTLY);
    assertThat(both.requests()).extracting(MixReplay::name).contains("POST /cart");
  }

  @Test
  void typeNameServesAsAddress() {
    MixReplay replay =
        MixReplay.of(live(Map.of("/a/b", 3L, "/item/*", 2L, "other", 1L), 1), TARGET, false);
    assertThat(replay.requests()).extracting(MixReplay::name).containsExactly("GET /a/b");
    assertThat(replay.leftOut())
        .hasToString(
            "[/item/* (2 requests: no address is recorded),"
                + " other (1 requests: no address is recorded)]");
  }

  private static RecordedMix asking(String address) {
    TypeMix type = new TypeMix(1, 1, 0, 1, List.of("/a", address), 0, List.of());
    return new RecordedMix("hand", 1, 1, 1, 0, Map.of("/a", type), Map.of());
  }

  @Test
  void rejectsAddressesOfOtherServers() {
    assertThat(MixReplay.of(asking("https://SHOP.example:8443/x?y=1"), TARGET, false).requests())
        .extracting(Step::target)
        .containsExactly("/a", "/x?y=1");
    for (String other :
        List.of("https://shop.example/x", "https://evil.example:8443/x", "x", "https:///x")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> MixReplay.of(asking(other), TARGET, false))
          .withMessageStartingWith("The mix asks for " + other)
          .withMessageEndingWith(
              "Nobody else is asked: write paths that begin with a slash, or take it out.");
    }
  }

  @Test
  void omitsAddressesThatBreakRequest() {
    for (String odd :
        List.of("/x\r\nHost: evil", "/x y", "/\u00e9", "/x#part", "/" + "x".repeat(9000))) {
      assertThat(MixReplay.of(asking(odd), TARGET, false).requests())
          .extracting(Step::target)
          .containsExactly("/a");
    }
    assertThat(MixReplay.of(asking("/b;jsessionid=AB12.node?x=1"), TARGET, false).requests())
        .extracting(Step::target)
        .containsExactly("/a", "/b?x=1");
  }

  @Test
  void boundsNumberOfAddresses() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      many.add("/a?" + i);
    }
    TypeMix type = new TypeMix(1000, 1, 0, 1, many, 0, List.of());
    RecordedMix mix = new RecordedMix("big", 1, 1, 1000, 0, Map.of("/a", type), Map.of());
    MixReplay replay = MixReplay.of(mix, TARGET, false);
    assertThat(replay.requests()).hasSize(MixReplay.ADDRESSES_MAX);
    // The addresses that would move up have not been tried.
    assertThat(replay.without(Set.of("GET /a?0")).requests()).hasSize(MixReplay.ADDRESSES_MAX - 1);
  }

  @Test
  void rejectsRecordWithoutReplayableRequests() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MixReplay.of(mix(List.of()), TARGET, false))
        .withMessage("The mix of test is empty; record one with headwaiter mix.");
    TypeMix type = new TypeMix(5, 0, 0, 1, List.of("/a"), 0, List.of());
    RecordedMix sessionless = new RecordedMix("x", 0, 0, 5, 0, Map.of("/a", type), Map.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MixReplay.of(sessionless, TARGET, false))
        .withMessageContaining("knows of no session");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MixReplay.of(mix(List.of(List.of("POST /order"))), TARGET, false))
        .withMessageContaining("they may change something");
  }

  @Test
  void rejectsEndlessVisitsAndIgnoresUnknownTypes() {
    TypeMix type = new TypeMix(4, 4, 0, 1, List.of("/a"), 0, List.of());
    Map<String, Map<String, Long>> order =
        Map.of("", Map.of("/a", 1L, "/nobody", 7L), "/a", Map.of("/a", 9L), "/b", Map.of("/a", 1L));
    RecordedMix mix = new RecordedMix("hand", 1, 4, 4, 0, Map.of("/a", type), order);
    // Nine of four requests are followed by another, so no visit ends.
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MixReplay.of(mix, TARGET, false))
        .withMessageContaining("visits that never end");
    Map<String, Map<String, Long>> less = new TreeMap<>(order);
    less.put("/a", Map.of("/a", 3L));
    RecordedMix ends = new RecordedMix("hand", 1, 4, 4, 0, Map.of("/a", type), less);
    assertThat(MixReplay.of(ends, TARGET, false).sessionLength()).isEqualTo(4, EXACTLY);
  }
}
