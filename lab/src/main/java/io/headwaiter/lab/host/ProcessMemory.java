package io.headwaiter.lab.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory of a server's JVM. Its heap has to be touched from the start ({@link #TOUCH_HEAP}): then
 * the resident set grows by what is outside of the heap only, and garbage does not look like
 * growth.
 */
public final class ProcessMemory {
  /** JVM flag for servers whose memory is measured. */
  public static final String TOUCH_HEAP = "-XX:+AlwaysPreTouch";

  private static final int PATIENCE_SECONDS = 30;
  // The serial collector closes all gaps in one of four collections; in the others it fills some.
  private static final int COLLECTIONS = 4;
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
  // "tenured generation   total 699072K, used 51K [..." on JDK 17, "Tenured    total ..." on 25.
  // What the young one holds by then was made after the collection.
  private static final Pattern USED =
      Pattern.compile("(?:tenured generation|Tenured)\\s+total \\d+K, used (\\d+)K");

  private final long pid;

  public ProcessMemory(long pid) {
    this.pid = pid;
  }

  /**
   * Resident bytes.
   *
   * @throws IOException when the process is gone or the system does not tell
   */
  public long residentBytes() throws IOException {
    String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
    return residentBytes(status)
        .orElseThrow(
            () -> new IOException("the system does not tell the memory of process " + pid));
  }

  /**
   * Bytes that full collections of the heap leave, asked by the JDK's jcmd.
   *
   * @throws IOException when jcmd is missing or the heap is not the serial collector's
   */
  public long liveHeapBytes() throws IOException, InterruptedException {
    for (int i = 0; i < COLLECTIONS; i++) {
      jcmd("GC.run");
    }
    String said = jcmd("GC.heap_info");
    return usedBytes(said)
        .orElseThrow(() -> new IOException("jcmd tells nothing of the heap; it said: " + said));
  }

  /** Reads {@code VmRSS} from the text of {@code /proc/PID/status}. */
  public static OptionalLong residentBytes(String status) {
    Matcher line = RESIDENT.matcher(status);
    return line.find()
        ? OptionalLong.of(1024 * Long.parseLong(line.group(1)))
        : OptionalLong.empty();
  }

  /** Reads what the old generation holds from what {@code GC.heap_info} says. */
  public static OptionalLong usedBytes(String heapInfo) {
    Matcher line = USED.matcher(heapInfo);
    return line.find()
        ? OptionalLong.of(1024 * Long.parseLong(line.group(1)))
        : OptionalLong.empty();
  }

  private String jcmd(String question) throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(List.of(program.toString(), Long.toString(pid), question))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("jcmd " + question + " failed; it said: " + said);
    }
    return said;
  }
}
