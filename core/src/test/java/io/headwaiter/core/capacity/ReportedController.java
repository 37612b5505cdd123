package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/** A controller with its last report, for tests that look at policy and report in turn. */
final class ReportedController {
  private final AdmissionController controller;
  private ControlReport report = ControlReport.NONE;

  ReportedController(AdmissionController controller) {
    this.controller = controller;
  }

  AdmissionPolicy step(MeterSnapshot snapshot) {
    ControlStep step = controller.step(snapshot);
    report = step.report();
    return step.policy();
  }

  ControlReport report() {
    return report;
  }

  AdmissionPolicy initialPolicy() {
    return controller.initialPolicy();
  }

  long intervalNanos() {
    return controller.intervalNanos();
  }
}
