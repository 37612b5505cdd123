package io.headwaiter.lab.study;

import io.headwaiter.lab.abuse.Attacker;
import io.headwaiter.lab.abuse.Harvest;
import io.headwaiter.lab.abuse.HelloFlood;
import io.headwaiter.lab.abuse.HelloFlood.Hellos;
import io.headwaiter.lab.abuse.Hog;
import io.headwaiter.lab.abuse.SilentVisits;
import io.headwaiter.lab.abuse.StreamFlood;
import io.headwaiter.lab.abuse.Target;
import io.headwaiter.lab.abuse.UnfinishedResumptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * An attack, as data.
 *
 * @param part of the experiment that it belongs to
 * @param name of the attack
 * @param what it does, in words
 * @param lies whether it is held against as many hellos that claim nothing; else against calm
 * @param serverArguments what its server is started with beside what all have
 * @param descriptors limit on file descriptors of its server; 0 for the machine's own
 * @param program makes its program; null for no attack
 */
public record Attack(
    String part,
    String name,
    String what,
    boolean lies,
    List<String> serverArguments,
    int descriptors,
    Program program) {
  /** Makes an attack program for one server. */
  public interface Program {
    /**
     * A program that has done nothing yet.
     *
     * @param calm time it may take before the attack, where it needs some
     */
    Attacker against(Target target, Duration calm, long seed) throws IOException;
  }

  /** The page with the additional work. */
  static final String HEAVY = "/BrowseCategories";

  /** Files without it. */
  static final List<String> LIGHT =
      List.of("/auction.css", "/images/bid_now.png", "/images/buy_it_now.png");

  private static final String HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\nX-More: ";
  private static final String FORM =
      String.join(
          "\r\n",
          "POST /ViewItem HTTP/1.1",
          "Host: localhost",
          "Content-Type: application/x-www-form-urlencoded",
          "Content-Length: 100000",
          "",
          "");

  // One network for attacks by few visits, four for crowds.
  // 1,016 clients in four networks.
  private static final String CROWD = "127.4.1.0/24,127.4.2.0/24,127.4.3.0/24,127.4.4.0/24";
  private static final String ONE_NETWORK = "127.9.1.0/24";
  private static final double LIES_PER_SECOND = 1200;
  private static final int CROWD_MAX = 9500;
  // Whoever leaves after the answer waits as long as a server lets it, which is not long.
  private static final int LEAVING_MAX = 2000;

  /** The calm time once more, and no attack: what changes on a server by itself. */
  static final Attack CALM = of("calm", "no attack", false, null);

  /** What lies are held against. */
  static final Attack PLAIN =
      of("plain", "1,200 hellos/s that claim nothing", false, leaving(Hellos.PLAIN));

  /** All, in the order of their parts. */
  public static final List<Attack> ALL =
      List.of(
          CALM,
          of(
              "harvest",
              "1 admitted visit, 99 resumptions, then a resumption and a page 400 times a second",
              false,
              (target, calm, seed) ->
                  new Harvest(target, 99, LIGHT.get(0), calm, 400, HEAVY, ONE_NETWORK)),
          PLAIN,
          of("psk-ke", "1,200 hellos/s, a ticket with psk_ke", true, leaving(Hellos.PSK_KE)),
          new Attack(
              "streams",
              "streams",
              "1 connection of HTTP/2, 100 heavy requests at a time",
              false,
              List.of(),
              0,
              (target, calm, seed) -> StreamFlood.requests(target, 100, HEAVY, ONE_NETWORK)),
          new Attack(
              "streams",
              "streams-light",
              "1 connection of HTTP/2, 100 light requests at a time",
              false,
              List.of(),
              0,
              (target, calm, seed) -> StreamFlood.requests(target, 100, LIGHT.get(0), ONE_NETWORK)),
          of(
              "hog",
              "5 visits with 4 connections each that ask for heavy pages without pause",
              false,
              (target, calm, seed) -> new Hog(target, 5, 4, HEAVY, ONE_NETWORK)),
          of(
              "many-hogs",
              "20 new visits with 1 connection each that ask for heavy pages without pause",
              false,
              (target, calm, seed) -> new Hog(target, 20, 1, HEAVY, CROWD).unannounced()),
          of(
              "bodies",
              "10 visits with up to 20 connections each that send a form byte by byte",
              false,
              (target, calm, seed) ->
                  new Hog(target, 10, 20, LIGHT.get(0), ONE_NETWORK).dripping(FORM)),
          new Attack(
              "heads",
              "heads",
              "up to 2,000 connections of 20 visits send a head byte by byte, maxConnections"
                  + " 2000",
              false,
              List.of("--max-connections", "2000"),
              0,
              (target, calm, seed) ->
                  new Hog(target, 20, 100, LIGHT.get(0), ONE_NETWORK).dripping(HEAD)),
          of("stall", "400 hellos/s, then silence", false, staying(Hellos.PLAIN, 400, CROWD_MAX)),
          of(
              "silent",
              "200 handshakes/s, then silence",
              false,
              (target, calm, seed) ->
                  new SilentVisits(target, 200, CROWD_MAX, /* page= */ null, CROWD)),
          of(
              "replay",
              "one ticket, 800 times a second",
              false,
              (target, calm, seed) ->
                  new HelloFlood(
                      target,
                      Hellos.GENUINE,
                      800,
                      LEAVING_MAX,
                      /* stays= */ false,
                      ONE_NETWORK,
                      seed)),
          new Attack(
              "idle",
              "idle",
              "2,000 idle connections of one visit, maxConnections 2000",
              false,
              List.of("--max-connections", "2000"),
              0,
              (target, calm, seed) ->
                  new SilentVisits(target, 700, 2000, LIGHT.get(0), ONE_NETWORK)),
          new Attack(
              "unfinished",
              "unfinished",
              "5 visits with 100 tickets each that resume with all and finish no handshake,"
                  + " maxConnections 400",
              false,
              List.of("--max-connections", "400"),
              0,
              (target, calm, seed) ->
                  new UnfinishedResumptions(target, 5, 99, LIGHT.get(0), calm, 1000, ONE_NETWORK)),
          new Attack(
              "descriptors",
              "descriptors",
              "400 silent connections, 256 file descriptors",
              false,
              List.of(),
              256,
              staying(Hellos.NOTHING, 400, 400)),
          of(
              "binders",
              "1,200 hellos/s, a ticket with a wrong binder",
              true,
              leaving(Hellos.WRONG_BINDER)),
          of("forged", "1,200 hellos/s, 16 forged tickets each", true, leaving(Hellos.FORGED)),
          of(
              "half-hellos",
              "9,000 hellos of 15 KB without their end",
              false,
              staying(Hellos.CUT, 3000, 9000)),
          of(
              "rapid-reset",
              "1 connection of HTTP/2, 5,000 requests/s taken back at once",
              false,
              (target, calm, seed) -> StreamFlood.resets(target, 5000, HEAVY, ONE_NETWORK)));

  /** Returns the attack of this name. */
  public static Attack named(String name) {
    return ALL.stream().filter(attack -> attack.name().equals(name)).findFirst().orElseThrow();
  }

  /** Whether nobody attacks. */
  public boolean calm() {
    return program == null;
  }

  private static Attack of(String name, String what, boolean lies, Program program) {
    return new Attack(name, name, what, lies, List.of(), 0, program);
  }

  private static Program leaving(Hellos hellos) {
    return (target, calm, seed) ->
        new HelloFlood(
            target, hellos, LIES_PER_SECOND, LEAVING_MAX, /* stays= */ false, CROWD, seed);
  }

  private static Program staying(Hellos hellos, double ratePerSecond, int openMax) {
    return (target, calm, seed) ->
        new HelloFlood(target, hellos, ratePerSecond, openMax, /* stays= */ true, CROWD, seed);
  }
}
