package io.headwaiter.lab.experiment.caching;

import io.headwaiter.load.workload.EightInteraction;

/**
 * The request types that use the database, with what A. Totok and V. Karamcheti, Optimizing
 * utilization of resource pools in web application servers (2010), print of them: p and q of their
 * table I, in an idle server and at its most with M = N = 30, and how often one asks for a
 * connection (section 5.2). Their figures 3 to 5 have bars without numbers.
 */
public enum CachingType {
  SEARCH(EightInteraction.SEARCH, 46, 50, 101, 646, 101),
  ITEM(EightInteraction.ITEM, 9, 9, 26, 311, Double.NaN),
  ADD_TO_CART(EightInteraction.ADD_TO_CART, 24, 5, 61, 227, Double.NaN),
  BUY_REQUEST(EightInteraction.BUY_REQUEST, 94, 59, 205, 940, 10),
  BUY_CONFIRM(EightInteraction.BUY_CONFIRM, 93, 112, 230, 1165, 1);

  private final EightInteraction interaction;
  private final double idleRestMillis;
  private final double idleHoldMillis;
  private final double fullRestMillis;
  private final double fullHoldMillis;
  private final double connections;

  CachingType(
      EightInteraction interaction,
      double idleRestMillis,
      double idleHoldMillis,
      double fullRestMillis,
      double fullHoldMillis,
      double connections) {
    this.interaction = interaction;
    this.idleRestMillis = idleRestMillis;
    this.idleHoldMillis = idleHoldMillis;
    this.fullRestMillis = fullRestMillis;
    this.fullHoldMillis = fullHoldMillis;
    this.connections = connections;
  }

  /** Its name for the reader. */
  public String label() {
    return interaction.label();
  }

  /** Its name in a server's profile. */
  public String path() {
    return interaction.path();
  }

  /** The paper's p, underloaded. */
  public double paperIdleRestMillis() {
    return idleRestMillis;
  }

  /** The paper's q, underloaded. */
  public double paperIdleHoldMillis() {
    return idleHoldMillis;
  }

  /** The paper's p, "max-loaded". */
  public double paperFullRestMillis() {
    return fullRestMillis;
  }

  /** The paper's q, "max-loaded". */
  public double paperFullHoldMillis() {
    return fullHoldMillis;
  }

  /** How often the paper's request asks for a connection; NaN where it does not say. */
  public double paperConnections() {
    return connections;
  }
}
