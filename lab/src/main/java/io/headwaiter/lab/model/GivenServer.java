package io.headwaiter.lab.model;

import io.headwaiter.load.LoadOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * A server that runs already: the user gives it to an experiment, which drives it and neither
 * starts nor changes it.
 *
 * @param address {@code https://host:port}, or http
 * @param pid its process on this machine, for its CPU time; 0 if it is not known
 * @param authorities certificates to trust, as PEM; blank for those that the JVM trusts; empty if
 *     certificates are not checked
 * @param asked what its clients ask for
 */
public record GivenServer(URI address, long pid, Optional<String> authorities, Asked asked) {
  /**
   * What clients ask for: the pages of the auction, recorded visits, or else given pages.
   *
   * @param pages paths with queries, each asked for as often as the others
   * @param requests mean number of requests of a visit to these pages, or of a recorded visit, 1 to
   *     100
   * @param auction whether it is our auction, visited by its browsing mix
   * @param mix file with recorded visits; blank for none
   */
  public record Asked(List<String> pages, double requests, boolean auction, String mix) {
    /** Copies the list. */
    public Asked {
      pages = List.copyOf(pages);
    }
  }

  /** Returns its name in tables: host and port. */
  public String name() {
    return address.getAuthority();
  }

  /** Returns whether its address is one of this machine's own. */
  public boolean isHere() {
    return isHere(address);
  }

  /** Returns whether an address is one of this machine's own; false if its name is not known. */
  public static boolean isHere(URI address) {
    InetAddress resolved = new InetSocketAddress(address.getHost(), 0).getAddress();
    if (resolved == null || resolved.isLoopbackAddress()) {
      return resolved != null;
    }
    try {
      return NetworkInterface.getByInetAddress(resolved) != null;
    } catch (SocketException e) {
      return false; // as if it were elsewhere, where it takes --yes to drive it
    }
  }

  /** Returns whether its connections use TLS. */
  public boolean secure() {
    return LoadOptions.secure(address);
  }
}
