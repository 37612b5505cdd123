package io.headwaiter.lab.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One question, what is measured to answer it, and what is claimed. Pure data.
 *
 * @param name in files and on the command line
 * @param question in words
 * @param servers in the order of the table; all of them share one processor, or have a part of it
 * @param loads each server is measured under each
 * @param shop what all servers serve
 * @param timing of a cell
 * @param rounds how many
 * @param seed of the first round
 * @param columns of the table
 * @param claims about the figures
 */
public record Experiment(
    String name,
    String question,
    List<ServerSpec> servers,
    List<LoadSpec> loads,
    ShopSpec shop,
    Timing timing,
    Rounds rounds,
    long seed,
    List<Metric> columns,
    List<Claim> claims) {
  private static final int SEEDS_A_ROUND = 10;
  private static final int SEARCH_SEED = 600;

  /** Copies the lists. */
  public Experiment {
    servers = List.copyOf(servers);
    loads = List.copyOf(loads);
    columns = List.copyOf(columns);
    claims = List.copyOf(claims);
  }

  /** Returns everything that is measured in a round. */
  public Set<Quantity.Series> series() {
    Set<Quantity.Series> all = new TreeSet<>();
    for (ServerSpec server : servers) {
      for (LoadSpec load : loads) {
        if (load.isFor(server.name())) {
          all.add(new Quantity.Series(server.name(), load.name()));
        }
      }
    }
    return all;
  }

  /**
   * Returns the server on which the 1x of a server is found, the offered rate at which it serves
   * most: of those with the same quota the unmodified Tomcat if it takes part, and else the first.
   *
   * <p>Each quota has a 1x of its own, and all are in one experiment: claims compare quotas.
   */
  public String reference(String server) {
    double quota = server(server).quota();
    List<String> alike =
        servers.stream().filter(s -> s.quota() == quota).map(ServerSpec::name).toList();
    return alike.contains(ServerSpec.STOCK) ? ServerSpec.STOCK : alike.get(0);
  }

  /** Returns what is searched before the first round: 1x, and settings under each load. */
  public Set<Cell> preparations() {
    Set<Cell> cells = new LinkedHashSet<>();
    if (loads.stream().anyMatch(LoadSpec::needsOneX)) {
      servers.stream()
          .map(server -> reference(server.name()))
          .distinct()
          .forEach(name -> cells.add(Preparation.oneX(name)));
    }
    for (LoadSpec load : loads) {
      for (ServerSpec server : servers) {
        if (server.tuning().any() && load.isFor(server.name())) {
          cells.add(settingOf(server.name(), load.name()));
        }
      }
    }
    return cells;
  }

  /**
   * Returns the cell in which the setting of a server under a load is searched. Costs that are
   * profiled depend on who comes and not on how many, so all loads of the same customers share
   * them.
   */
  public Cell settingOf(String server, String load) {
    LoadSpec wanted = load(load);
    LoadSpec searched =
        server(server).tuning().profiled()
            ? loads.stream()
                .filter(one -> one.isFor(server) && one.visits().equals(wanted.visits()))
                .findFirst()
                .orElse(wanted)
            : wanted;
    return Cell.preparation(server, searched.name());
  }

  /**
   * Returns the cells of a round in the order in which they are measured. Another server begins in
   * each round, and another load, so that a drift of the machine is nobody's advantage.
   *
   * @param wanted those to measure
   */
  public List<Cell> cells(int round, Set<Quantity.Series> wanted) {
    List<ServerSpec> turned = inTurn(servers, round);
    List<Cell> cells = new ArrayList<>();
    for (LoadSpec load : loadsInTurn(round)) {
      for (ServerSpec server : turned) {
        if (wanted.contains(new Quantity.Series(server.name(), load.name()))) {
          cells.add(new Cell(server.name(), load.name(), round));
        }
      }
    }
    return cells;
  }

  /** Those that depend on another load come last. */
  private List<LoadSpec> loadsInTurn(int round) {
    List<LoadSpec> first =
        loads.stream().filter(load -> load.asCompletedUnder().isEmpty()).toList();
    List<LoadSpec> all = new ArrayList<>(inTurn(first, round));
    loads.stream().filter(load -> load.asCompletedUnder().isPresent()).forEach(all::add);
    return all;
  }

  /** Returns these in the order of a round: another one begins in each. */
  public static <T> List<T> inTurn(List<T> all, int round) {
    List<T> turned = new ArrayList<>(all);
    Collections.rotate(turned, -(round % all.size()));
    return turned;
  }

  /** Returns the same without these servers. */
  public Experiment without(Set<String> names) {
    List<ServerSpec> left = servers.stream().filter(s -> !names.contains(s.name())).toList();
    return new Experiment(name, question, left, loads, shop, timing, rounds, seed, columns, claims);
  }

  /** Returns the same with other rounds. */
  public Experiment withRounds(Rounds other) {
    return new Experiment(
        name, question, servers, loads, shop, timing, other, seed, columns, claims);
  }

  /** Returns the server of this name. */
  public ServerSpec server(String wanted) {
    return servers.stream().filter(s -> s.name().equals(wanted)).findFirst().orElseThrow();
  }

  /**
   * Returns the seed of a cell: in a round all servers meet the same visits, also when one of them
   * is measured again.
   */
  public long seed(Cell cell) {
    return seed + (long) SEEDS_A_ROUND * cell.round() + 1;
  }

  /** Returns the seed of all runs of a search, which meet the same visits. */
  public long searchSeed() {
    return seed + SEARCH_SEED;
  }

  /** Returns the load of this name. */
  public LoadSpec load(String wanted) {
    return loads.stream().filter(l -> l.name().equals(wanted)).findFirst().orElseThrow();
  }

  /** Returns the longest time of this number of rounds, without the start of the servers. */
  public Duration longest(int count) {
    Duration warmUp = timing.warmUp().multipliedBy(servers.size());
    long cells = (long) count * series().size();
    return warmUp.plus(preparing()).plus(timing.cell().multipliedBy(cells));
  }

  /** Returns the longest time of all searches together. */
  private Duration preparing() {
    Duration all = Duration.ZERO;
    for (Cell cell : preparations()) {
      Tuning tuning = server(cell.server()).tuning();
      if (Preparation.isOneX(cell)) {
        all = all.plus(timing.trial().multipliedBy(timing.trials().oneXMax()));
      } else {
        Duration run = tuning.profiled() ? timing.cell() : timing.trial();
        all = all.plus(run.multipliedBy(tuning.trialsMax()));
      }
    }
    return all;
  }

  /**
   * Returns what two runs must have in common for their observations to be of one experiment.
   * Claims, columns and the number of rounds may differ: they can be changed afterwards.
   */
  public String setting() {
    return String.join(
        "\n",
        name,
        servers.toString(),
        loads.toString(),
        shop.toString(),
        timing.toString(),
        Long.toString(seed));
  }
}
