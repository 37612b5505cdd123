package io.headwaiter.cli.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.tls.Boringssl;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks of this machine and this Java, as the user of the command sees them. */
public final class MachineChecks {
  private static final int JAVA_MIN = 17;
  private static final int JAVA_TESTED_MAX = 25;
  private static final long DESCRIPTORS_ENOUGH = 20_000;
  private static final double PROCESSORS_ENOUGH = 0.95;

  private MachineChecks() {}

  /** Returns what all checks find. */
  public static List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    findings.add(java(Runtime.version().feature()));
    findings.add(boringssl(Boringssl.missing()));
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      findings.add(descriptors(unix.getMaxFileDescriptorCount()));
    }
    CpuSupplyMeter meter = CpuSupplyMeter.ofThisHost(ThreadCpu::processNanos);
    findings.add(processors(meter.sample(System.nanoTime(), /* wanting= */ false)));
    meter.close();
    return findings;
  }

  static Finding java(int version) {
    if (version < JAVA_MIN) {
      return Finding.wrong(
          "Java is " + version + ".", "Headwaiter needs " + JAVA_MIN + " or newer: install one.");
    }
    return version <= JAVA_TESTED_MAX
        ? Finding.good("Java is " + version + ".")
        : Finding.caution(
            "Java is " + version + ", which was not tested.",
            "The newest that was tested is " + JAVA_TESTED_MAX + ".");
  }

  static Finding boringssl(Optional<String> missing) {
    return missing
        .map(
            why ->
                Finding.caution(
                    "BoringSSL cannot be used: " + why + ".",
                    "The JDK's engines serve instead, and a handshake takes two to three times the"
                        + " CPU time. Use headwaiter-tomcat-boringssl on Linux with glibc."))
        .orElseGet(() -> Finding.good("BoringSSL loads."));
  }

  static Finding descriptors(long limit) {
    return limit >= DESCRIPTORS_ENOUGH
        ? Finding.good("A process of this user may open " + limit + " files.")
        : Finding.caution(
            "A process of this user may open " + limit + " files, and each connection is one.",
            "Raise the limit to "
                + DESCRIPTORS_ENOUGH
                + " or more: ulimit -n, or LimitNOFILE of systemd.");
  }

  static Finding processors(CpuSupply supply) {
    String allowed = String.format(Locale.ROOT, "%.2f", supply.allowed());
    return supply.allowed() >= PROCESSORS_ENOUGH
        ? Finding.good("A process of this user may use " + allowed + " processors.")
        : Finding.caution(
            "A process of this user may use " + allowed + " processors.",
            "Below one processor the JVM's own threads take much of it. Raise the quota of the"
                + " control group, or the limit of the container.");
  }
}
