package io.headwaiter.cli;

import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags about the threads of {@code serve}, and how many requests it serves at a time. */
final class WorkerFlags {
  private static final int VIRTUAL_THREADS_SINCE = 21;
  private static final int SPARE_MAX = 10;
  private static final String USE_VIRTUAL_THREADS = "useVirtualThreads";

  /** The kind of thread that a request runs on. */
  enum Threads {
    PLATFORM,
    VIRTUAL
  }

  @Option(
      names = "--threads",
      defaultValue = "platform",
      description =
          "platform: a pool of worker threads; virtual: a thread for each request, on JDK 21 or"
              + " newer. Default: platform.")
  private Threads threads;

  @Option(
      names = "--max-threads",
      description = {
        "Worker threads. Default: the server's own (stock 200, headwaiter 10 a processor and up to"
            + " 200",
        "while they wait for a database or the like), with --pools that of the profile. With"
            + " --threads",
        "virtual, the requests that headwaiter serves at a time. Default: no bound."
      })
  private Integer maxThreads;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Sets the number of worker threads, unless a flag gives it. */
  void propose(int most) {
    maxThreads = maxThreads == null ? Integer.valueOf(most) : maxThreads;
  }

  /**
   * Sets the attributes of the connector.
   *
   * @param ours whether the connector is Headwaiter's and not a stock one
   */
  void putInto(Map<String, String> attributes, boolean ours) {
    if (threads == Threads.VIRTUAL) {
      attributes.put(USE_VIRTUAL_THREADS, "true");
    }
    boolean virtual = attributes.containsKey(USE_VIRTUAL_THREADS);
    if (virtual) {
      requireVirtualThreads(Runtime.version().feature());
    }
    if (maxThreads == null) {
      return;
    }
    if (maxThreads < 1) {
      throw wrong("--max-threads must be at least 1, got " + maxThreads + ".");
    }
    if (virtual && !ours) {
      throw wrong(
          "--max-threads means nothing to a Tomcat with virtual threads, which does not count its"
              + " requests. Leave it out, or use --server headwaiter.");
    }
    attributes.put("minSpareThreads", Integer.toString(Math.min(SPARE_MAX, maxThreads)));
    attributes.put("maxThreads", Integer.toString(maxThreads));
  }

  private void requireVirtualThreads(int jdk) {
    if (jdk < VIRTUAL_THREADS_SINCE) {
      throw wrong(
          "Virtual threads need JDK "
              + VIRTUAL_THREADS_SINCE
              + " or newer, and this is JDK "
              + jdk
              + ". Leave it out, or set JAVA_HOME to a newer one.");
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
