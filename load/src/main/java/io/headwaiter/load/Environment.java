package io.headwaiter.load;

import io.netty.handler.ssl.OpenSsl;
import io.netty.util.Version;
import java.util.LinkedHashMap;
import java.util.Map;

/** Versions, machine and notes for a run log, without host name and paths. */
final class Environment {
  private Environment() {}

  static Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    String own = Environment.class.getPackage().getImplementationVersion();
    versions.put("headwaiter", own == null ? "unpackaged" : own);
    Version netty = Version.identify().get("netty-handler");
    versions.put("netty", netty == null ? "unknown" : netty.artifactVersion());
    versions.put("tls", String.valueOf(OpenSsl.versionString()));
    return versions;
  }

  static Map<String, String> machine() {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
    machine.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    machine.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("architecture", System.getProperty("os.arch"));
    return machine;
  }

  static Map<String, String> notes() {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put(
        "responseTime",
        "2xx, 3xx and 409 pages, from the instant the request was due to the end of its reply: the"
            + " arrival schedule for the first, connecting and handshake included; last reply plus"
            + " think time for the others; a retried request counts from when it was first due");
    notes.put("resumption", "BoringSSL SSL_session_reused at the end of each handshake");
    notes.put("window", "ends, replies and handshakes when they happen; offered when due");
    notes.put("keyExchange", "X25519, P-256 and P-384 unless the options name a group");
    notes.put("cores", "processors that the JVM may use, which taskset lowers");
    return notes;
  }
}
