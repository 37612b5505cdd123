package io.headwaiter.load.workload;

import java.util.List;
import java.util.Optional;

/** One customer during one visit: chooses the next request, and reads the replies. */
public interface Customer {

  /**
   * Returns the next request, or empty when the visit is over (and from then on).
   *
   * @param elapsedNanos since the visit began, at the instant the request is due
   */
  Optional<Step> next(long elapsedNanos);

  /**
   * Reads a page that was answered with a good status.
   *
   * @param page its first bytes
   * @param length number of valid bytes
   * @return false if it is not the page that was asked for
   */
  boolean read(Interaction asked, byte[] page, int length);

  /** Returns paths of the images on the last page, each once, bounded. */
  List<String> images();
}
