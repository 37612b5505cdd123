package io.headwaiter.lab.workload;

/** The two customer mixes of the RUBiS auction. */
public enum Mix {
  /** Looking only: ten of the 27 interactions, no writes. */
  BROWSING("browsing"),
  /** Looking, bidding, buying, selling and commenting. */
  BIDDING("bidding");

  private final String label;

  Mix(String label) {
    this.label = label;
  }

  /** Name in options, logs and resource files. */
  public String label() {
    return label;
  }
}
