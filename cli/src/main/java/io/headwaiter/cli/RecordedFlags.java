package io.headwaiter.cli;

import io.headwaiter.lab.server.TunableServer;
import io.headwaiter.tuning.RecordedVisits;
import io.headwaiter.tuning.Rehearsal;
import io.headwaiter.tuning.TunedServer;
import io.headwaiter.tuning.mix.MixReplay;
import io.headwaiter.tuning.mix.RecordedMix;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags of {@code tune pools} for a user's own application and its visits. */
final class RecordedFlags {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "Tunes a server that runs already, as https://HOST:PORT, instead of one that is started here:",
        "headwaiter serve --tunable. It is filled to the brim; never give one that has customers."
      })
  private URI url;

  @Option(
      names = "--admin",
      paramLabel = "URL",
      description = "With --url: its admin endpoint, as http://127.0.0.1:9180/.")
  private URI admin;

  @Option(
      names = "--insecure",
      description = "With --url: the server may have a certificate that nobody known has signed.")
  private boolean insecure;

  @Option(
      names = "--mix",
      paramLabel = "FILE",
      description = {
        "A recorded mix, which headwaiter mix writes. With --war and --url its visits are made again;",
        "they need one. Of a shop it must be of types that the workload asks for, and is tuned for in",
        "place of the workload's own mix."
      })
  private Path mix;

  @Option(
      names = "--replay-unsafe",
      description = {
        "With --war and --url: requests that change something (POST, PUT, PATCH, DELETE) are made",
        "again, too, thousands of times and without a body. Default: they are left out."
      })
  private boolean unsafe;

  /** Throws if flags do not go together. */
  void check(CommandLine line, boolean isWar) {
    boolean recorded = isWar || url != null;
    if (!recorded && (admin != null || insecure || unsafe)) {
      throw new ParameterException(
          line,
          "--admin, --insecure and --replay-unsafe are about --url, and the last one about --war. Add"
              + " it, or leave them out.");
    }
    if (recorded && mix == null) {
      throw new ParameterException(
          line,
          "Nobody but you knows what your customers ask for: record it with headwaiter mix --log"
              + " access.log --json mix.json, and give it with --mix mix.json.");
    }
    if (url == null && (admin != null || insecure)) {
      throw new ParameterException(
          line, "--admin and --insecure are about a server of --url. Leave them out.");
    }
    if (url != null && admin == null) {
      throw new ParameterException(
          line,
          "--url needs the server's admin endpoint to set its pools: give it with --admin, as"
              + " http://127.0.0.1:9180/. It is the one that serve prints as admin=.");
    }
    if (admin != null && !admin.toString().matches("(?i)https?://.*")) {
      throw new ParameterException(
          line, "--admin is " + admin + "; it must be written as http://127.0.0.1:9180/.");
    }
  }

  /** Returns whether the server to tune runs already. */
  boolean isRunning() {
    return url != null;
  }

  /** Returns the address of that server; null if there is none. */
  URI url() {
    return url;
  }

  /** Opens the pools of that server. */
  TunableServer server() throws IOException {
    return TunableServer.open(admin);
  }

  /** Returns the V_i to tune a shop for; empty for those of its own customers. */
  Map<String, Double> visitsPerSession() throws IOException {
    return mix == null ? Map.of() : RecordedMix.read(mix).visitsPerSession();
  }

  /** Returns the recorded visits that can be made; fails, with a sentence, before any start. */
  MixReplay replay(URI target) throws IOException {
    try {
      return MixReplay.of(RecordedMix.read(mix), target, unsafe);
    } catch (IllegalArgumentException e) {
      throw new IOException(mix + ": " + e.getMessage(), e);
    }
  }

  /** Returns the visits to make, after a rehearsal has shown what the server answers. */
  MixReplay visitors(URI target, TunedServer server, Consumer<String> out)
      throws IOException, InterruptedException {
    // A server that was started here has a trial key, signed by no known authority.
    Rehearsal rehearsal = new Rehearsal(target, insecure || url == null);
    return RecordedVisits.rehearse(replay(target), rehearsal, server, out);
  }

  /** Returns what to do about requests that are not in a profile; empty if nothing can be done. */
  String hint() {
    return unsafe
        ? ""
        : "requests that change something are taken in by --replay-unsafe: give it against a copy of"
            + " the data\n";
  }

  /** Returns what must be the same in runs that are combined. */
  String subject() throws IOException {
    String where = url == null ? "" : "--url " + url + ' ';
    return where + "mix " + checksum(mix) + (unsafe ? " with unsafe requests" : "");
  }

  /** Returns the CRC-32 of a file's bytes, in hex digits. */
  static String checksum(Path file) throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(file), sum)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return Long.toHexString(sum.getValue());
  }
}
