package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.ServerSpec.SHARED;
import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;
import static io.headwaiter.lab.model.Values.OFFERED_PER_SECOND;
import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.PublishedCurve;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Guitart et al. 2007 and Beltran et al. 2004 with one to four processors: the multithreaded server
 * of {@link Scalability} with one to four quarters of a processor by a quota. Whatever does not
 * grow with the processors, such as its threads, is the same for all, as it was there. Each quota
 * has a 1x of its own. A full run has a server on two processors, too, one of which it shares with
 * the load.
 */
public final class Processors {
  /** Name of the experiment. */
  public static final String NAME = "processors";

  static final String NONE = "multithreaded";
  private static final String ADAPTIVE = "adaptive";
  private static final String FORMULA = "formula";
  static final double QUARTER = 0.25;
  static final double HALF = 0.5;
  static final double THREE_QUARTERS = 0.75;
  static final double WHOLE = 1;
  // One, two and four processors: those of Beltran 2004.
  private static final List<Double> DOUBLED = List.of(QUARTER, HALF, WHOLE);
  private static final List<Double> WITH_SHARED =
      List.of(QUARTER, HALF, THREE_QUARTERS, WHOLE, SHARED);
  static final String FULL = "1x";
  static final String BEYOND = "2x";
  static final String FAR_BEYOND = "5x";
  private static final String SHRUNK = "5x, from 1 to 0.5";
  private static final String GROWN = "5x, from 0.25 to 0.5";
  static final double OVERLOAD = 5;
  // Not overloaded, so that CPU time is that of what clients see, but busy, since an idle processor
  // works at a higher cost. What a page, a full and a resumed handshake cost follows from three
  // mixes of them: these two and 1x.
  private static final double BUSY = 0.6;
  private static final String BUSY_NEW = "0.6x, all connections new";
  private static final String BUSY_MANY = "0.6x, a connection for each page";

  /** Name of the server with all of a processor. */
  public static final String WHOLE_NAME = NONE + " 1";

  /** Threads of the multithreaded server, whatever its processors are. */
  public static final int WORKERS = 100;

  private static final List<Metric> COLUMNS =
      List.of(
          OFFERED_PER_SECOND,
          REPLIES_PER_SECOND.asChart(
              // Guitart's table: replies a second when overloaded, of the maximum.
              overloaded(QUARTER, 13.0 / 90),
              overloaded(HALF, 28.0 / 155),
              overloaded(THREE_QUARTERS, 41.0 / 208),
              overloaded(WHOLE, 53.0 / 256)),
          COMPLETED_PER_SECOND.asChart(),
          Values.MEAN_MILLIS,
          Values.MEAN_HANDSHAKE_MILLIS,
          Values.TIMEOUTS_PER_SECOND,
          Values.REFUSED_PER_SECOND,
          Values.RESUMED_SHARE_OF_HANDSHAKES,
          Values.CORES,
          Values.GENERATOR);

  private Processors() {}

  /**
   * Returns the experiment. A quick one leaves out three quarters of a processor and two, 2x, and
   * the controller on all but half a processor.
   */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = customers(all);
    LoadOptions visits = visits(customers);
    List<Double> controlled = quick ? List.of(HALF) : List.of(HALF, WHOLE);
    List<String> curve = curve(quick);
    return new Experiment(
        NAME,
        "What does a multithreaded server gain from more processors?",
        servers(quick, controlled),
        loads(quick, visits),
        ShopSpec.of(customers),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 3),
        customers.seed(),
        COLUMNS,
        Stream.of(
                uncontrolled(curve),
                quick ? List.<Claim>of() : List.of(shared(curve), followed(FORMULA)),
                controlled(controlled))
            .flatMap(List::stream)
            .toList());
  }

  static Customers customers(Customers all) {
    return all.withPageWorkKib(0).withPatience(Duration.ofSeconds(1));
  }

  static LoadOptions visits(Customers customers) {
    return Visits.browsing(customers).toBuilder().resumeShare(1).build();
  }

  /** Returns the loads of the curve, from 1x on. */
  static List<String> curve(boolean quick) {
    return quick ? List.of(FULL, FAR_BEYOND) : List.of(FULL, BEYOND, FAR_BEYOND);
  }

  /** Returns what multiple of 1x a load of the curve is. */
  static double times(String load) {
    return switch (load) {
      case FULL -> 1;
      case BEYOND -> 2;
      case FAR_BEYOND -> OVERLOAD;
      default -> throw new IllegalArgumentException(load + " is no load of the curve");
    };
  }

  private static PublishedCurve overloaded(double quota, double ofMaximum) {
    return PublishedCurve.of("Guitart 2007", name(NONE, quota)).at(1, 1).at(OVERLOAD, ofMaximum);
  }

  private static List<ServerSpec> servers(boolean quick, List<Double> controlled) {
    ServerSpec multithreaded = ServerSpec.of(NONE).with("--max-threads", "" + WORKERS);
    ServerSpec behindDoor = multithreaded.with("--tls", "jsse", "--admin-port", "0");
    ServerSpec adaptive = behindDoor.with("--admission", ADAPTIVE);
    List<ServerSpec> servers = new ArrayList<>();
    (quick ? DOUBLED : WITH_SHARED)
        .forEach(q -> servers.add(multithreaded.named(name(NONE, q)).withQuota(q)));
    controlled.forEach(q -> servers.add(adaptive.named(name(ADAPTIVE, q)).withQuota(q)));
    if (!quick) {
      servers.add(behindDoor.named(name(FORMULA, HALF)).withFormulaCosts().withQuota(HALF));
    }
    return servers;
  }

  private static List<LoadSpec> loads(boolean quick, LoadOptions visits) {
    LoadSpec full = LoadSpec.times(FULL, 1, visits);
    List<LoadSpec> loads = new ArrayList<>();
    if (quick) {
      loads.add(full);
    } else {
      List<String> uncontrolled = WITH_SHARED.stream().map(q -> name(NONE, q)).toList();
      List<String> adaptive = List.of(name(ADAPTIVE, HALF), name(ADAPTIVE, WHOLE));
      // All but the published formula, which is asked only what a change does to it.
      loads.add(
          full.on(Stream.of(uncontrolled, adaptive).flatMap(List::stream).toArray(String[]::new)));
      loads.add(LoadSpec.times(BEYOND, 2, visits).on(uncontrolled.toArray(String[]::new)));
    }
    loads.add(LoadSpec.times(FAR_BEYOND, OVERLOAD, visits));
    loads.add(changed(quick, SHRUNK, WHOLE, visits));
    loads.add(changed(quick, GROWN, QUARTER, visits));
    if (!quick) {
      loads.addAll(otherMixes(visits));
    }
    return loads;
  }

  private static List<LoadSpec> otherMixes(LoadOptions visits) {
    LoadOptions separate = visits.toBuilder().resumeShare(0).build();
    LoadOptions many = visits.toBuilder().newConnectionPerRequest(true).build();
    return Stream.of(
            LoadSpec.times(BUSY_NEW, BUSY, separate), LoadSpec.times(BUSY_MANY, BUSY, many))
        .map(load -> load.on(WHOLE_NAME))
        .toList();
  }

  /** Returns whether a cell is one of those from which the costs of the server follow. */
  public static boolean tellsCosts(Cell cell) {
    return cell.server().equals(WHOLE_NAME)
        && List.of(FULL, BUSY_NEW, BUSY_MANY).contains(cell.load());
  }

  /** The overload of servers with half a processor, which had another part before the window. */
  private static LoadSpec changed(boolean quick, String name, double before, LoadOptions visits) {
    List<String> controls = quick ? List.of(ADAPTIVE) : List.of(ADAPTIVE, FORMULA);
    return LoadSpec.times(name, OVERLOAD, visits)
        .on(controls.stream().map(control -> name(control, HALF)).toArray(String[]::new))
        .meanwhile(Disturbance.fromQuota(before));
  }

  static String name(String server, double quota) {
    if (quota == SHARED) {
      return server + " 2, shared";
    }
    return quota == WHOLE ? server + " 1" : server + " " + quota;
  }

  private static List<Claim> uncontrolled(List<String> loads) {
    return List.of(
        Claim.atLeast(
            "maximum-of-four",
            "The maximum of replies is higher with the whole processor than with a quarter",
            maximum(WHOLE, loads).dividedBy(maximum(QUARTER, loads)),
            "times",
            1),
        Claim.atLeast(
            "overload-point-of-four",
            "Overload begins at a higher rate with the whole processor than with a quarter",
            Quantity.of(OFFERED_PER_SECOND, name(NONE, WHOLE), FULL)
                .dividedBy(Quantity.of(OFFERED_PER_SECOND, name(NONE, QUARTER), FULL)),
            "times",
            1),
        Claim.atLeast(
            "overloaded-of-four",
            "At 5x the whole processor replies more than a quarter",
            overloaded(WHOLE).dividedBy(overloaded(QUARTER)),
            "times",
            1),
        Claim.eachAtLeast(
            "each-higher-and-falls",
            "A quarter, a half and a whole processor each have a higher maximum than the one"
                + " before, and reply less at 5x than at 1x: the lowest of these ratios",
            gainsAndFalls(loads),
            "times",
            1));
  }

  /** The load takes a part of the second processor: published are 155 replies a second of 90. */
  private static Claim shared(List<String> loads) {
    return Claim.atLeast(
        "maximum-of-two-shared",
        "The maximum of replies is higher with two processors, one of them shared with the load,"
            + " than with one",
        maximum(SHARED, loads).dividedBy(maximum(WHOLE, loads)),
        "times",
        1);
  }

  /** How much higher each maximum is than the one before, and than what is left of it at 5x. */
  private static List<Quantity> gainsAndFalls(List<String> loads) {
    List<Quantity> ratios = new ArrayList<>();
    for (int i = 0; i < DOUBLED.size(); i++) {
      double quota = DOUBLED.get(i);
      if (i > 0) {
        ratios.add(maximum(quota, loads).dividedBy(maximum(DOUBLED.get(i - 1), loads)));
      }
      ratios.add(
          Quantity.of(REPLIES_PER_SECOND, name(NONE, quota), FULL).dividedBy(overloaded(quota)));
    }
    return ratios;
  }

  private static List<Claim> controlled(List<Double> quotas) {
    List<Quantity> ofBest = new ArrayList<>();
    List<Quantity> ofUncontrolled = new ArrayList<>();
    for (double quota : quotas) {
      String server = name(ADAPTIVE, quota);
      ofBest.add(
          Quantity.of(COMPLETED_PER_SECOND, server, FAR_BEYOND)
              .dividedBy(Quantity.of(COMPLETED_OR_ONE_PER_SECOND, server, FULL)));
      ofUncontrolled.add(
          Quantity.of(COMPLETED_PER_SECOND, server, FAR_BEYOND)
              .dividedBy(Quantity.of(COMPLETED_OR_ONE_PER_SECOND, name(NONE, quota), FAR_BEYOND)));
    }
    return List.of(
        Claim.eachAtLeast(
            "controlled-completed",
            "At 5x the adaptive controller completes as many sessions as at 1x, with the"
                + " part of a processor where it does worst",
            ofBest,
            "of its best",
            0.9),
        Claim.eachAtLeast(
            "controlled-of-uncontrolled",
            "At 5x the adaptive controller completes more sessions than no control, with the part"
                + " of a processor where it gains least",
            ofUncontrolled,
            "times",
            1),
        followed(ADAPTIVE));
  }

  private static Claim followed(String control) {
    boolean published = control.equals(FORMULA);
    return Claim.eachAtLeast(
        published ? "formula-followed" : "followed",
        "After a change from a whole or a quarter to half a processor %s completes as many sessions"
                .formatted(published ? "the published formula" : "the adaptive controller")
            + " as with half from the start, after the worse change",
        List.of(afterChange(control, SHRUNK), afterChange(control, GROWN)),
        "of half from the start",
        0.9);
  }

  private static Quantity afterChange(String control, String load) {
    String server = name(control, HALF);
    return Quantity.of(COMPLETED_PER_SECOND, server, load)
        .dividedBy(Quantity.of(COMPLETED_OR_ONE_PER_SECOND, server, FAR_BEYOND));
  }

  private static Quantity maximum(double quota, List<String> loads) {
    return Quantity.best(REPLIES_PER_SECOND, series(name(NONE, quota), loads));
  }

  private static Quantity overloaded(double quota) {
    return Quantity.of(REPLIES_PER_SECOND, name(NONE, quota), FAR_BEYOND);
  }

  private static List<Quantity.Series> series(String server, List<String> loads) {
    return loads.stream().map(load -> new Quantity.Series(server, load)).toList();
  }

  /** A shorter window than {@link Architectures} has, since there are more servers. */
  private static Timing timing(boolean quick) {
    return quick
        ? Architectures.timing(/* quick= */ true)
        : Timing.ofMillis(13_000, 6000, 2000, 2500, 6, 4)
            .searchingMillis(6000, 4000, /* coarse= */ false);
  }
}
