package io.headwaiter.core.capacity;

/**
 * What a controller has learned of visits, beside their costs.
 *
 * @param requestsPerVisit number of requests and later handshakes of a visit
 * @param falsePart part of the connections admitted as resumed that needed a full handshake or did
 *     not finish theirs, 0 to 1
 * @param confidence part of the visit cost that is measured, from 0, as assumed at the start, to 1,
 *     watched to its end
 */
public record LearnedVisits(double requestsPerVisit, double falsePart, double confidence) {
  /** Nothing was measured. */
  public static final LearnedVisits NONE = new LearnedVisits(0, 0, 0);
}
