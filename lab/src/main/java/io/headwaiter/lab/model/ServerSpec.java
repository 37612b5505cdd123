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
 * @param key of its certificate: {@code RSA-} and the bits, {@code P-256} or {@code Ed25519}
 * @param quota part of its processor that it may use, above 0; 1 for all of it, and {@link #SHARED}
 *     if one of the load's processors is added, for what the load leaves of it; of a simulated
 *     server the number of its processors; of servers behind a balancer the part of each
 * @param nodes how many servers there are behind a balancer; 1 without one
 */
public record ServerSpec(
    String name,
    String kind,
    List<String> arguments,
    String proxy,
    Tuning tuning,
    String key,
    double quota,
    int nodes) {
  /** The key unless something else is said. */
  public static final String KEY = "RSA-2048";

  /** Name and kind of an unmodified Tomcat. */
  public static final String STOCK = "stock";

  /** Name and kind of a Tomcat with Headwaiter. */
  public static final String HEADWAITER = "headwaiter";

  /** Name and kind of a loop that accepts and closes, the least that a refusal can cost. */
  public static final String BARE_LOOP = "bare loop";

  /**
   * Kind of a server that runs already, whose arguments are its address and its recorded visits.
   */
  public static final String GIVEN = "given";

  /** Quota of a server that shares one of the load's processors beside its own. */
  public static final double SHARED = 2;

  /** Kind of an nginx that answers every request by itself. */
  public static final String STATIC_PAGE = "static page";

  /** Name and kind of what only signs, as each full handshake must. */
  public static final String SIGNATURE = "signature";

  /** Kind of a server that is simulated. */
  public static final String SIMULATED = "simulated";

  /** The proxy of servers with Headwaiter that share their customers, and end TLS themselves. */
  public static final String BALANCER = "balancer";

  private static final String NO_PROXY = "";
  private static final double WHOLE = 1;
  private static final String RSA = "RSA-";

  /** Copies the list, and checks the quota. */
  public ServerSpec {
    boolean real = quota <= WHOLE || quota == SHARED;
    if (!(quota > 0 && (real || kind.equals(SIMULATED)))) {
      throw new IllegalArgumentException(
          "the quota of a server is above 0 and at most 1, or 2 with a shared processor, got "
              + quota);
    }
    arguments = List.copyOf(arguments);
  }

  /** Returns an unmodified Tomcat. */
  public static ServerSpec stock() {
    return of(STOCK);
  }

  /** Returns a Tomcat with Headwaiter. */
  public static ServerSpec headwaiter() {
    return of(HEADWAITER);
  }

  /** Returns a loop that closes each connection by the first bytes. */
  public static ServerSpec bareLoop() {
    return of(BARE_LOOP);
  }

  /** Returns an nginx that answers every request by itself. */
  public static ServerSpec staticPage() {
    return of(STATIC_PAGE);
  }

  /** Returns what only signs. */
  public static ServerSpec signature() {
    return of(SIGNATURE);
  }

  /** Returns a server that runs already. */
  public static ServerSpec given(GivenServer server) {
    return of(GIVEN)
        .named(server.name())
        .with(server.address().toString(), "--mix=" + server.asked().mix());
  }

  /** Returns a server of this kind, with the kind as its name. */
  public static ServerSpec of(String kind) {
    return new ServerSpec(kind, kind, List.of(), NO_PROXY, Tuning.NONE, KEY, WHOLE, 1);
  }

  /** Returns all of it; stored observations are recognised by this text, so it must not change. */
  @Override
  public String toString() {
    String certificate =
        key.startsWith(RSA) ? "rsaBits=" + key.substring(RSA.length()) : "key=" + key;
    String part = quota == WHOLE ? "" : ", quota=" + quota;
    part += nodes == 1 ? "" : ", nodes=" + nodes;
    return "ServerSpec[name=%s, kind=%s, arguments=%s, proxy=%s, tuning=%s, %s%s]"
        .formatted(name, kind, arguments, proxy, tuning, certificate, part);
  }

  /** Returns the same under another name. */
  public ServerSpec named(String other) {
    return new ServerSpec(other, kind, arguments, proxy, tuning, key, quota, nodes);
  }

  /** Returns the same with settings that are searched for each load. */
  public ServerSpec tuned(int repeats, int trialsMax, KnobSpec... knobs) {
    Tuning searched = new Tuning(List.of(knobs), repeats, trialsMax);
    return new ServerSpec(name, kind, arguments, proxy, searched, key, quota, nodes);
  }

  /** Returns the same with the published formula, whose costs a profile finds before the rounds. */
  public ServerSpec withFormulaCosts() {
    ServerSpec formula =
        with(
            "--admission", "formula", "--formula-new-millis", "1", "--formula-resumed-millis", "0");
    return new ServerSpec(
        name, kind, formula.arguments, proxy, Tuning.FORMULA_COSTS, key, quota, nodes);
  }

  /** Returns the same with a certificate of another key. */
  public ServerSpec withKey(String other) {
    return new ServerSpec(name, kind, arguments, proxy, tuning, other, quota, nodes);
  }

  /** Returns the same with a part of its processor, or with a shared one beside it. */
  public ServerSpec withQuota(double part) {
    return new ServerSpec(name, kind, arguments, proxy, tuning, key, part, nodes);
  }

  /** Returns the same with further arguments of the command. */
  public ServerSpec with(String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return new ServerSpec(name, kind, all, proxy, tuning, key, quota, nodes);
  }

  /** Returns the same on plain HTTP behind a proxy, under the proxy's name. */
  public ServerSpec behind(String program) {
    ServerSpec plain = with("--plain-http");
    return new ServerSpec(program, kind, plain.arguments, program, tuning, key, quota, nodes);
  }

  /** Returns as many of them behind a balancer, under another name. */
  public ServerSpec balanced(String other, int count) {
    return new ServerSpec(other, kind, arguments, BALANCER, tuning, key, quota, count);
  }

  /** Returns whether there is a balancer in front of it. */
  public boolean balanced() {
    return proxy.equals(BALANCER);
  }
}
