package io.headwaiter.lab.profile;

import io.headwaiter.core.profile.RequestMethod;
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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A recorded mix as visits that can be made again. A visit goes from type to type as the record's
 * order has it ({@link VisitChain}); where it has none, the types follow each other as they come,
 * and the length of a visit is geometric. Requests that cannot be made again are stepped over, so
 * that the others keep their proportions. Immutable.
 */
public final class MixReplay {
  /** Addresses of one type that are asked for in turn; a record may hold more. */
  public static final int ADDRESSES_MAX = 50;

  private static final int TYPES_MAX = 2 * RequestType.TYPES_MAX;

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

  /** Null if it cannot be sent as it is. */
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

  /** The same by type, as parts of the requests that were answered well; empty if all are made. */
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

  /** The part of the requests that were answered well which is made again, 0 to 1. */
  public double part() {
    double all = groups.stream().mapToLong(this::answeredWell).sum();
    double left = leftOut().stream().mapToLong(LeftOut::requests).sum();
    return all == 0 ? 1 : 1 - left / all;
  }
}
