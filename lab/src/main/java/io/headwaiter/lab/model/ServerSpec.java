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
 */
public record ServerSpec(String name, String kind, List<String> arguments, String proxy) {
  /** Name and kind of an unmodified Tomcat. */
  public static final String STOCK = "stock";

  /** Name and kind of a Tomcat with Headwaiter. */
  public static final String HEADWAITER = "headwaiter";

  private static final String NO_PROXY = "";

  /** Copies the list. */
  public ServerSpec {
    arguments = List.copyOf(arguments);
  }

  /** Returns an unmodified Tomcat. */
  public static ServerSpec stock() {
    return new ServerSpec(STOCK, STOCK, List.of(), NO_PROXY);
  }

  /** Returns a Tomcat with Headwaiter. */
  public static ServerSpec headwaiter() {
    return new ServerSpec(HEADWAITER, HEADWAITER, List.of(), NO_PROXY);
  }

  /** Returns the same under another name. */
  public ServerSpec named(String other) {
    return new ServerSpec(other, kind, arguments, proxy);
  }

  /** Returns the same with further arguments of the command. */
  public ServerSpec with(String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return new ServerSpec(name, kind, all, proxy);
  }

  /** Returns the same on plain HTTP behind a proxy, under the proxy's name. */
  public ServerSpec behind(String program) {
    ServerSpec plain = with("--plain-http");
    return new ServerSpec(program, kind, plain.arguments, program);
  }
}
