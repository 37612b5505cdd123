package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * Builds a {@link ControlReport} by name; a value that is not set is as in {@link
 * ControlReport#NONE}. Each method sets the component of its name. Not thread-safe.
 */
public final class ControlReportBuilder {
  private final long sequence;
  private final long intervalNanos;
  private CpuSupply supply = CpuSupply.of(1);
  private long resumedConnections;
  private double newAllowed;
  private double fullHandshakeNanos;
  private double resumedHandshakeNanos;
  private double requestNanos;
  private double newVisitNanos;
  private double refusalNanos;
  private double connectionOverheadNanos;
  private double requestOverheadNanos;
  private double requestsPerVisit;
  private double queueDelayNanos;
  private double correction = 1;
  private double idleWhileRefusing;
  private double falsePart;
  private int waitingMax = AdmissionPolicy.NO_BOUND;
  private double promisedProcessors;
  private double neededProcessors;
  private double spareProcessors;
  private double newVisitsPerSecondMax = Double.POSITIVE_INFINITY;
  private Resource bottleneck = Resource.CPU;
  private double confidence;
  private double continuingPart = 1;
  private double excessProcessors = Double.POSITIVE_INFINITY;
  private double excessUsed;

  ControlReportBuilder(long sequence, long intervalNanos) {
    this.sequence = sequence;
    this.intervalNanos = intervalNanos;
  }

  /** Sets {@link ControlReport#supply}. */
  public ControlReportBuilder supply(CpuSupply value) {
    supply = value;
    return this;
  }

  /** Sets {@link ControlReport#resumedConnections}. */
  public ControlReportBuilder resumedConnections(long value) {
    resumedConnections = value;
    return this;
  }

  /** Sets {@link AdmissionLimit#newAllowed}. */
  public ControlReportBuilder newAllowed(double value) {
    newAllowed = value;
    return this;
  }

  /** Sets {@link LearnedCosts#fullHandshakeNanos}. */
  public ControlReportBuilder fullHandshakeNanos(double value) {
    fullHandshakeNanos = value;
    return this;
  }

  /** Sets {@link LearnedCosts#resumedHandshakeNanos}. */
  public ControlReportBuilder resumedHandshakeNanos(double value) {
    resumedHandshakeNanos = value;
    return this;
  }

  /** Sets {@link LearnedCosts#requestNanos}. */
  public ControlReportBuilder requestNanos(double value) {
    requestNanos = value;
    return this;
  }

  /** Sets {@link LearnedCosts#newVisitNanos}. */
  public ControlReportBuilder newVisitNanos(double value) {
    newVisitNanos = value;
    return this;
  }

  /** Sets {@link LearnedCosts#refusalNanos}. */
  public ControlReportBuilder refusalNanos(double value) {
    refusalNanos = value;
    return this;
  }

  /** Sets {@link LearnedCosts#connectionOverheadNanos}. */
  public ControlReportBuilder connectionOverheadNanos(double value) {
    connectionOverheadNanos = value;
    return this;
  }

  /** Sets {@link LearnedCosts#requestOverheadNanos}. */
  public ControlReportBuilder requestOverheadNanos(double value) {
    requestOverheadNanos = value;
    return this;
  }

  /** Sets {@link LearnedVisits#requestsPerVisit}. */
  public ControlReportBuilder requestsPerVisit(double value) {
    requestsPerVisit = value;
    return this;
  }

  /** Sets {@link AdmissionLimit#queueDelayNanos}. */
  public ControlReportBuilder queueDelayNanos(double value) {
    queueDelayNanos = value;
    return this;
  }

  /** Sets {@link AdmissionLimit#idleWhileRefusing}. */
  public ControlReportBuilder idleWhileRefusing(double value) {
    idleWhileRefusing = value;
    return this;
  }

  /** Sets {@link AdmissionLimit#correction}. */
  public ControlReportBuilder correction(double value) {
    correction = value;
    return this;
  }

  /** Sets {@link LearnedVisits#falsePart}. */
  public ControlReportBuilder falsePart(double value) {
    falsePart = value;
    return this;
  }

  /** Sets {@link AdmissionLimit#waitingMax}. */
  public ControlReportBuilder waitingMax(int value) {
    waitingMax = value;
    return this;
  }

  /** Sets {@link CapacityEstimate#promisedProcessors}. */
  public ControlReportBuilder promisedProcessors(double value) {
    promisedProcessors = value;
    return this;
  }

  /** Sets {@link CapacityEstimate#neededProcessors}. */
  public ControlReportBuilder neededProcessors(double value) {
    neededProcessors = value;
    return this;
  }

  /** Sets {@link CapacityEstimate#spareProcessors}. */
  public ControlReportBuilder spareProcessors(double value) {
    spareProcessors = value;
    return this;
  }

  /** Sets {@link CapacityEstimate#newVisitsPerSecondMax}. */
  public ControlReportBuilder newVisitsPerSecondMax(double value) {
    newVisitsPerSecondMax = value;
    return this;
  }

  /** Sets {@link CapacityEstimate#bottleneck}. */
  public ControlReportBuilder bottleneck(Resource value) {
    bottleneck = value;
    return this;
  }

  /** Sets {@link LearnedVisits#confidence}. */
  public ControlReportBuilder confidence(double value) {
    confidence = value;
    return this;
  }

  /** Sets {@link ExcessUse#allowedProcessors}. */
  public ControlReportBuilder excessProcessors(double value) {
    excessProcessors = value;
    return this;
  }

  /** Sets {@link ExcessUse#usedProcessors}. */
  public ControlReportBuilder excessUsed(double value) {
    excessUsed = value;
    return this;
  }

  /** Sets {@link AdmissionLimit#continuingPart}. */
  public ControlReportBuilder continuingPart(double value) {
    continuingPart = value;
    return this;
  }

  /** Returns the report. */
  public ControlReport build() {
    return new ControlReport(
        sequence,
        intervalNanos,
        supply,
        resumedConnections,
        new LearnedCosts(
            fullHandshakeNanos,
            resumedHandshakeNanos,
            requestNanos,
            newVisitNanos,
            refusalNanos,
            connectionOverheadNanos,
            requestOverheadNanos),
        new LearnedVisits(requestsPerVisit, falsePart, confidence),
        new AdmissionLimit(
            newAllowed, waitingMax, queueDelayNanos, correction, idleWhileRefusing, continuingPart),
        new CapacityEstimate(
            promisedProcessors,
            neededProcessors,
            spareProcessors,
            newVisitsPerSecondMax,
            bottleneck),
        new ExcessUse(excessProcessors, excessUsed));
  }
}
