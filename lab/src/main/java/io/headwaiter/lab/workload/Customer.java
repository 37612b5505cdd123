package io.headwaiter.lab.workload;

import java.util.List;
import java.util.Optional;

/** One customer during one visit: says what to ask for next, and reads the answers. */
public interface Customer {

  /**
   * What to ask for next, or empty when the visit is over (and from then on).
   *
   * @param elapsedNanos since the visit began, at the instant the request is due
   */
  Optional<Step> next(long elapsedNanos);

  /**
   * Takes in a page that was answered with a good status.
   *
   * @param page its first bytes
   * @param length how many of them count
   * @return false if it is not the page that was asked for
   */
  boolean read(Interaction asked, byte[] page, int length);

  /** Paths of the images on the last page, each once, bounded. */
  List<String> images();
}
