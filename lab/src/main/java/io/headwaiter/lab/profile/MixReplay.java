package io.headwaiter.lab.profile;

import io.headwaiter.core.profile.RequestType;
import io.headwaiter.lab.profile.RecordedMix.TypeMix;
import io.headwaiter.lab.workload.MarkovChain;
import io.headwaiter.lab.workload.RecordedPage;
import io.headwaiter.lab.workload.RecordedWorkload;
import io.headwaiter.lab.workload.Step;
import io.headwaiter.lab.workload.Workload;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A recorded mix as visits that can be made again. A visit goes from type to type as the record's
 * order has it; where it has none, the types follow each other as they come, and the length of a
 * visit is geometric:
 *
 * <pre>
 *   P(i to j) = n_ij / n_i                        with an order
 *   P(i to j) = (1 - 1 / L) n_j / n               without
 * </pre>
 *
 * <p>n_i are the requests of type i, n all of them, n_ij those of type j that came next after type
 * i, L the requests of a session; what a row lacks to 1 is the end of the visit. Both have V_i =
 * n_i / sessions visits of each type. Requests that cannot be made again are stepped over ({@link
 * #censored}), so that the others keep their proportions. Immutable.
 */
public final class MixReplay {
  /** Addresses of one type that are asked for in turn; a record may hold more. */
  public static final int ADDRESSES_MAX = 50;

  private static final int TYPES_MAX = 2 * RequestType.TYPES_MAX;
  private static final double NEVER_LEFT = 1e-12;

  /**
   * Recorded requests that are not made.
   *
   * @param type of them
   * @param requests how many of those that were answered well
   * @param why in a few words
   */
  public record LeftOut(String type, long requests, String why) {
    @Override
    public String toString() {
      return type + " (" + requests + " requests: " + why + ")";
    }
  }

  /** All requests of a type that change something, or all of those that do not. */
  private record Group(String type, long requests, List<Step> steps, String whyNone) {}

  private final RecordedMix mix;
  private final URI target;
  private final boolean unsafe;
  private final List<Group> groups = new ArrayList<>();
  private final Map<String, RecordedPage> pages = new HashMap<>();
  private final List<List<Step>> requests;
  private final MarkovChain chain;
  private final double[] visits;

  private MixReplay(RecordedMix mix, URI target, boolean unsafe, Set<String> refused) {
    this.mix = mix;
    this.target = target;
    this.unsafe = unsafe;
    boolean noAddresses =
        mix.types().values().stream()
            .allMatch(t -> t.examples().isEmpty() && t.unsafeExamples().isEmpty());
    mix.types().forEach((name, type) -> addGroups(name, type, noAddresses, refused));
    requests = groups.stream().map(Group::steps).filter(steps -> !steps.isEmpty()).toList();
    if (requests.isEmpty()) {
      throw new IllegalArgumentException(
          "Nothing of the mix of "
              + mix.source()
              + " can be asked for: "
              + (leftOut().isEmpty() ? "nothing was answered well" : leftOut())
              + ".");
    }
    chain = new MarkovChain(ours(censored(all())));
    visits = visits();
  }

  private double[] visits() {
    try {
      return chain.visits(0);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(
          "The order in the mix of " + mix.source() + " has visits that never end.", e);
    }
  }

  /**
   * Makes one.
   *
   * @param target the server that will be asked
   * @param unsafe whether requests that change something are made again, too; a record knows no
   *     bodies, so they are sent without
   * @throws IllegalArgumentException with a sentence if the record is empty, asks another server,
   *     or holds nothing that can be asked for
   */
  public static MixReplay of(RecordedMix mix, URI target, boolean unsafe) {
    if (mix.requests() == 0 || mix.types().values().stream().allMatch(t -> t.requests() == 0)) {
      throw new IllegalArgumentException(
          "The mix of " + mix.source() + " is empty; record one with headwaiter mix.");
    }
    if (mix.sessions() == 0) {
      throw new IllegalArgumentException(
          "The mix of "
              + mix.source()
              + " knows of no session, so that nobody knows how long one is: record for longer.");
    }
    if (mix.types().size() > TYPES_MAX) {
      throw new IllegalArgumentException(
          "The mix of "
              + mix.source()
              + " has "
              + mix.types().size()
              + " types of requests; at most "
              + TYPES_MAX
              + " can be asked for.");
    }
    return new MixReplay(mix, target, unsafe, Set.of());
  }

  /**
   * The same without some requests, named as {@link #name} does.
   *
   * @throws IllegalArgumentException with a sentence if nothing is left
   */
  public MixReplay without(Set<String> refused) {
    return new MixReplay(mix, target, unsafe, refused);
  }

  private void addGroups(String name, TypeMix type, boolean noAddresses, Set<String> refused) {
    List<String> safe =
        noAddresses ? itself(name) : type.examples().stream().map(t -> "GET " + t).toList();
    long unsafeRequests = Math.min(type.unsafe(), type.requests());
    long others = type.requests() - unsafeRequests;
    double well = type.requests() == 0 ? 0 : 1 - (double) type.failed() / type.requests();
    String none = "no address is recorded";
    groups.add(group(name, others, safe, refused, well > 0 ? none : "none was answered well"));
    List<String> changing = unsafe ? type.unsafeExamples() : List.of();
    groups.add(
        group(
            name, unsafeRequests, changing, refused, unsafe ? none : "they may change something"));
  }

  /** Where a record has no addresses at all, the name of a type may be one. */
  private static List<String> itself(String name) {
    boolean isPath = name.startsWith("/") && name.indexOf('*') < 0 && name.indexOf('?') < 0;
    return isPath ? List.of("GET " + name) : List.of();
  }

  private Group group(
      String type, long count, List<String> recorded, Set<String> refused, String whyNone) {
    List<Step> steps = new ArrayList<>();
    boolean known = false;
    for (String request : count == 0 ? List.<String>of() : recorded) {
      Step step = step(type, request);
      if (step != null && steps.size() < ADDRESSES_MAX) {
        known = true;
        if (!refused.contains(name(step))) {
          steps.add(step);
        }
      }
    }
    return new Group(type, count, steps, known ? "no address of it is answered well" : whyNone);
  }

  /** Null if it cannot be sent as it is. */
  private Step step(String type, String request) {
    int space = request.indexOf(' ');
    String method = space < 0 ? "" : request.substring(0, space);
    if (!method.equals("GET") && !RecordedMix.REPLAYED_UNSAFE.contains(method)) {
      return null;
    }
    String address = RecordedAddress.on(target, request.substring(space + 1));
    RecordedPage page =
        pages.computeIfAbsent(
            method + ' ' + type,
            label ->
                new RecordedPage(method.equals("GET") ? type : label, type, pages.size(), method));
    return address == null ? null : new Step(page, address);
  }

  /** From type to type, each type with a state for each of its groups; state 0 is the entry. */
  private double[][] all() {
    int states = 1 + groups.size();
    double[][] probability = new double[states][states];
    for (int from = 0; from < states; from++) {
      String before = from == 0 ? RecordedMix.ENTRY : groups.get(from - 1).type;
      for (int to = 1; to < states; to++) {
        Group next = groups.get(to - 1);
        long ofType = mix.types().get(next.type).requests();
        double part = ofType == 0 ? 0 : (double) next.requests / ofType;
        probability[from][to] = part * follows(before, next.type);
      }
    }
    return probability;
  }

  private double follows(String before, String next) {
    if (!mix.order().containsKey(RecordedMix.ENTRY)) {
      double all = mix.types().values().stream().mapToLong(TypeMix::requests).sum();
      double goesOn = before.equals(RecordedMix.ENTRY) ? 1 : 1 - 1 / Math.max(1, length(all));
      return goesOn * mix.types().get(next).requests() / all;
    }
    Map<String, Long> row = mix.order().getOrDefault(before, Map.of());
    long went =
        row.entrySet().stream()
            .filter(to -> mix.types().containsKey(to.getKey()))
            .mapToLong(to -> Math.max(0, to.getValue()))
            .sum();
    long left = before.equals(RecordedMix.ENTRY) ? went : mix.types().get(before).requests();
    return went == 0 ? 0 : Math.max(0, row.getOrDefault(next, 0L)) / (double) Math.max(went, left);
  }

  private double length(double requestsOfAll) {
    return requestsOfAll / mix.sessions();
  }

  /**
   * The chain as somebody sees it who does not look at states without requests (J. Kemeny, J.
   * Snell, Finite Markov Chains, 1960, chapter 6): for each such state r, P(i to j) grows by P(i to
   * r) P(r to j) / (1 - P(r to r)).
   */
  private double[][] censored(double[][] probability) {
    for (int unseen = 1; unseen < probability.length; unseen++) {
      if (isOurs(unseen)) {
        continue;
      }
      double left = 1 - probability[unseen][unseen];
      for (int from = 0; from < probability.length; from++) {
        double through = left < NEVER_LEFT ? 0 : probability[from][unseen] / left;
        for (int to = 1; from != unseen && to < probability.length; to++) {
          probability[from][to] += to == unseen ? 0 : through * probability[unseen][to];
        }
        probability[from][unseen] = from == unseen ? probability[from][unseen] : 0;
      }
    }
    return probability;
  }

  private boolean isOurs(int state) {
    return state == 0 || !groups.get(state - 1).steps.isEmpty();
  }

  /** Without the states that are not looked at; whoever enters asks for something. */
  private double[][] ours(double[][] probability) {
    int[] kept = IntStream.range(0, probability.length).filter(this::isOurs).toArray();
    double[][] small = new double[kept.length][kept.length];
    for (int from = 0; from < kept.length; from++) {
      double sum = 0;
      for (int to = 0; to < kept.length; to++) {
        small[from][to] = probability[kept[from]][kept[to]];
        sum += small[from][to];
      }
      if (from == 0 && !(sum > 0)) {
        throw new IllegalArgumentException(
            "No visit of the mix of " + mix.source() + " comes to anything that can be asked for.");
      }
      double scale = from == 0 || sum > 1 ? 1 / sum : 1;
      for (int to = 0; to < kept.length; to++) {
        small[from][to] *= scale;
      }
    }
    return small;
  }

  /**
   * The visits.
   *
   * @param maxRequests a visit ends at the latest after so many, at least 1
   */
  public Workload workload(int maxRequests) {
    return new RecordedWorkload(requests, chain, maxRequests);
  }

  /** Requests of a visit, on average. */
  public double sessionLength() {
    return Arrays.stream(visits).sum() - visits[0];
  }

  /** Visits to each type in a session, of those that are asked for. */
  public Map<String, Double> visitsPerSession() {
    Map<String, Double> byType = new TreeMap<>();
    for (int i = 0; i < requests.size(); i++) {
      byType.merge(requests.get(i).get(0).interaction().path(), visits[i + 1], Double::sum);
    }
    return byType;
  }

  /** All requests that may be made, each once. */
  public List<Step> requests() {
    return requests.stream().flatMap(List::stream).distinct().toList();
  }

  /** A request in words, as {@code GET /path?query}. */
  public static String name(Step request) {
    return request.interaction().method() + ' ' + request.target();
  }

  /** What is recorded and is not asked for. */
  public List<LeftOut> leftOut() {
    List<LeftOut> left = new ArrayList<>();
    for (Group group : groups) {
      long well = answeredWell(group);
      if (group.steps.isEmpty() && well > 0) {
        left.add(new LeftOut(group.type, well, group.whyNone));
      }
    }
    return left;
  }

  private long answeredWell(Group group) {
    TypeMix type = mix.types().get(group.type);
    if (type.requests() == 0) {
      return 0;
    }
    double part = 1 - Math.min(1, (double) type.failed() / type.requests());
    return Math.round(group.requests * part);
  }

  /** The part of the requests that were answered well which is made again, 0 to 1. */
  public double part() {
    double all = groups.stream().mapToLong(this::answeredWell).sum();
    double left = leftOut().stream().mapToLong(LeftOut::requests).sum();
    return all == 0 ? 1 : 1 - left / all;
  }
}
