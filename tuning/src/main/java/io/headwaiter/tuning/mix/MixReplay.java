package io.headwaiter.tuning.mix;

import io.headwaiter.core.profile.RequestMethod;
import io.headwaiter.core.profile.RequestType;
import io.headwaiter.load.workload.MarkovChain;
import io.headwaiter.load.workload.RecordedPage;
import io.headwaiter.load.workload.RecordedWorkload;
import io.headwaiter.load.workload.Step;
import io.headwaiter.load.workload.Workload;
import io.headwaiter.tuning.mix.RecordedMix.TypeMix;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Replays a recorded mix as visits. A visit goes from type to type in the recorded order ({@link
 * VisitChain}). Without an order, types follow each other by their frequencies, and the length of a
 * visit is geometric. Requests that cannot be replayed are skipped, so that the others keep their
 * proportions. Immutable.
 */
public final class MixReplay {
  /** The most addresses of one type that are requested; a record may hold more. */
  public static final int ADDRESSES_MAX = 50;

  private static final int TYPES_MAX = 2 * RequestType.TYPES_MAX;

  /**
   * Recorded requests that are not replayed.
   *
   * @param type their type
   * @param requests number of those that were answered well
   * @param why the reason in a few words
   */
  public record LeftOut(String type, long requests, String why) {
    @Override
    public String toString() {
      return type + " (" + requests + " requests: " + why + ")";
    }
  }

  /** All requests of a type that change data, or all that do not. */
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
    chain = chain();
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
   * Returns the replay of a mix.
   *
   * @param target the server that will receive the requests
   * @param unsafe whether requests that change data are replayed, too; a record has no bodies, so
   *     they are sent without
   * @throws IllegalArgumentException with a sentence if the record is empty, has no sessions, too
   *     many types, an address of another server, or no request that can be replayed
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
   * Returns the same replay without some requests, named as {@link #name} does.
   *
   * @throws IllegalArgumentException with a sentence if no request is left
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

  /** Returns the name of a type as an address, if it is one; for a record without addresses. */
  private static List<String> itself(String name) {
    boolean isPath = name.startsWith("/") && name.indexOf('*') < 0 && name.indexOf('?') < 0;
    return isPath ? List.of("GET " + name) : List.of();
  }

  private Group group(
      String type, long count, List<String> recorded, Set<String> refused, String whyNone) {
    List<Step> sendable =
        (count == 0 ? Stream.<String>empty() : recorded.stream())
            .map(request -> step(type, request))
            .filter(Objects::nonNull)
            .limit(ADDRESSES_MAX)
            .toList();
    List<Step> answered = sendable.stream().filter(s -> !refused.contains(name(s))).toList();
    String why = sendable.isEmpty() ? whyNone : "no address of it is answered well";
    return new Group(type, count, answered, why);
  }

  /** Returns a request to send; null if it cannot be sent as it is. */
  private Step step(String type, String request) {
    int space = request.indexOf(' ');
    String method = space < 0 ? "" : request.substring(0, space);
    if (!method.equals("GET") && !RequestMethod.isChanging(method)) {
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

  private MarkovChain chain() {
    List<VisitChain.State> states = new ArrayList<>();
    for (Group group : groups) {
      long ofType = mix.types().get(group.type).requests();
      double part = ofType == 0 ? 0 : (double) group.requests / ofType;
      states.add(new VisitChain.State(group.type, part, !group.steps.isEmpty()));
    }
    return VisitChain.of(mix, states);
  }

  /**
   * Returns the workload of these visits.
   *
   * @param maxRequests the most requests of a visit, at least 1
   */
  public Workload workload(int maxRequests) {
    return new RecordedWorkload(requests, chain, maxRequests);
  }

  /** Returns the mean number of requests of a visit. */
  public double sessionLength() {
    return Arrays.stream(visits).sum() - visits[0];
  }

  /** Returns V_i, the mean number of requests of each replayed type in a visit. */
  public Map<String, Double> visitsPerSession() {
    Map<String, Double> byType = new TreeMap<>();
    for (int i = 0; i < requests.size(); i++) {
      byType.merge(requests.get(i).get(0).interaction().path(), visits[i + 1], Double::sum);
    }
    return byType;
  }

  /** Returns all requests that may be made, each once. */
  public List<Step> requests() {
    return requests.stream().flatMap(List::stream).distinct().toList();
  }

  /** Returns the name of a request, such as {@code GET /path?query}. */
  public static String name(Step request) {
    return request.interaction().method() + ' ' + request.target();
  }

  /** Returns the recorded requests that are not replayed. */
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

  /** Returns these by type, as parts of the requests answered well; empty if there are none. */
  public Map<String, Double> leftOutParts() {
    double all = groups.stream().mapToLong(this::answeredWell).sum();
    Map<String, Double> parts = new TreeMap<>();
    leftOut().forEach(left -> parts.merge(left.type, left.requests / all, Double::sum));
    return parts;
  }

  private long answeredWell(Group group) {
    TypeMix type = mix.types().get(group.type);
    if (type.requests() == 0) {
      return 0;
    }
    double part = 1 - Math.min(1, (double) type.failed() / type.requests());
    return Math.round(group.requests * part);
  }

  /** Returns the replayed part of the requests that were answered well, 0 to 1. */
  public double part() {
    double all = groups.stream().mapToLong(this::answeredWell).sum();
    double left = leftOut().stream().mapToLong(LeftOut::requests).sum();
    return all == 0 ? 1 : 1 - left / all;
  }
}
