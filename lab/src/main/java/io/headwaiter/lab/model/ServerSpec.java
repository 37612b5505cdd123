package io.headwaiter.lab.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A server to measure.
 *
 * @param name in tables, unique within an experiment
 * @param kind value of {@code --server}: headwaiter, stock or another
 * @param arguments further ones of the command
 * @param proxy program that ends TLS in front of it; empty for none
 * @param tuning what is set by a search
 * @param rsaBits length of the key of its certificate
 */
public record ServerSpec(
    String name, String kind, List<String> arguments, String proxy, Tuning tuning, int rsaBits) {
  /** Length of the key unless something else is said. */
  public static final int RSA_BITS = 2048;

  /** Name and kind of an unmodified Tomcat. */
  public static final String STOCK = "stock";

  /** Name and kind of a Tomcat with Headwaiter. */
  public static final String HEADWAITER = "headwaiter";

  /** Name and kind of a loop that accepts and closes, the least that a refusal can cost. */
  public static final String BARE_LOOP = "bare loop";

  private static final String NO_PROXY = "";

  /** Copies the list. */
  public ServerSpec {
    arguments = List.copyOf(arguments);
  }

  /** Returns an unmodified Tomcat. */
  public static ServerSpec stock() {
    return new ServerSpec(STOCK, STOCK, List.of(), NO_PROXY, Tuning.NONE, RSA_BITS);
  }

  /** Returns a Tomcat with Headwaiter. */
  public static ServerSpec headwaiter() {
    return new ServerSpec(HEADWAITER, HEADWAITER, List.of(), NO_PROXY, Tuning.NONE, RSA_BITS);
  }

  /** Returns a loop that closes each connection by the first bytes. */
  public static ServerSpec bareLoop() {
    return new ServerSpec(BARE_LOOP, BARE_LOOP, List.of(), NO_PROXY, Tuning.NONE, RSA_BITS);
  }

  /** Returns the same under another name. */
  public ServerSpec named(String other) {
    return new ServerSpec(other, kind, arguments, proxy, tuning, rsaBits);
  }

  /** Returns the same with settings that are searched for each load. */
  public ServerSpec tuned(int repeats, int trialsMax, KnobSpec... knobs) {
    Tuning searched = new Tuning(List.of(knobs), repeats, trialsMax);
    return new ServerSpec(name, kind, arguments, proxy, searched, rsaBits);
  }

  /** Returns the same with a certificate of another length. */
  public ServerSpec withRsaBits(int bits) {
    return new ServerSpec(name, kind, arguments, proxy, tuning, bits);
  }

  /** Returns the same with further arguments of the command. */
  public ServerSpec with(String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return new ServerSpec(name, kind, all, proxy, tuning, rsaBits);
  }

  /** Returns the same on plain HTTP behind a proxy, under the proxy's name. */
  public ServerSpec behind(String program) {
    ServerSpec plain = with("--plain-http");
    return new ServerSpec(program, kind, plain.arguments, program, tuning, rsaBits);
  }
}
