package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Estimate;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * CPU time of a full handshake on the server, from Headwaiter's own meter, under a moderate load of
 * clients that never resume.
 */
final class HandshakeCost {
  private final ExperimentSetting setting;
  private final RefusalPlan plan;
  private final DemoPlan light;

  HandshakeCost(ExperimentSetting setting, RefusalPlan plan) {
    this.setting = setting;
    this.plan = plan;
    this.light = RefusalPlan.light(setting.customers());
  }

  /** Milliseconds for each full handshake, with the interval over the windows. */
  Estimate millis() throws IOException, InterruptedException {
    LoadOptions warmUp = load(URI.create("https://127.0.0.1:1"), plan.handshakeWarmUp(), 0);
    try (ServerProcess server =
            setting.start(
                HEADWAITER,
                "headwaiter-handshakes",
                light,
                RefusalPlan.smallShop("--admission", "adaptive", "--tls", "jsse"));
        LoadGenerator generator = new LoadGenerator(warmUp)) {
      setting.progress().step("warming up handshakes");
      URI target = server.target();
      generator.run(load(target, plan.handshakeWarmUp(), 0), setting.progress()::load);
      double[] windows = new double[plan.handshakeWindows()];
      for (int i = 0; i < windows.length; i++) {
        setting.progress().step("handshakes, window " + (i + 1) + " of " + windows.length);
        JsonNode before = status(server);
        generator.run(load(target, plan.handshakeWindow(), i + 1), setting.progress()::load);
        windows[i] = millis(before, status(server));
      }
      return Estimate.ofBatches(windows);
    }
  }

  /** CPU time over handshakes between two readings; NaN when there was none. */
  static double millis(JsonNode before, JsonNode after) {
    double cpu =
        after.path("fullCpuMillis").asDouble(Double.NaN)
            - before.path("fullCpuMillis").asDouble(Double.NaN);
    long count = after.path("full").asLong() - before.path("full").asLong();
    return count > 0 ? cpu / count : Double.NaN;
  }

  private static JsonNode status(ServerProcess server) throws IOException {
    return StatusReader.status(server.requireAdmin()).path("handshakes");
  }

  private LoadOptions load(URI target, Duration duration, int run) {
    return light
        .load(
            target,
            RefusalPlan.HANDSHAKE_RATE,
            Duration.ZERO,
            duration,
            setting.customers().seed() + run)
        .toBuilder()
        .resumeShare(0)
        .build();
  }
}
