package io.headwaiter.tomcat;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * An executor that the connector did not create but was given, by {@code setExecutor} or in {@code
 * server.xml}. Tomcat's executor for virtual threads, which Spring Boot sets, has the meaning of
 * {@code useVirtualThreads="true"} and is replaced accordingly. Any other stays, with a warning.
 */
final class ExternalExecutor {
  private static final Log log = LogFactory.getLog(ExternalExecutor.class);

  private ExternalExecutor() {}

  /** Replaces such an executor or logs a warning, before the endpoint creates one of its own. */
  static void takeOverOrWarn(WorkerEndpoint endpoint) {
    Executor executor = endpoint.getExecutor();
    if (executor == null || endpoint.ownsWorkers()) {
      return;
    }
    if (executor instanceof VirtualThreadExecutor) {
      endpoint.setExecutor(null);
      endpoint.setUseVirtualThreads(true);
      log.info(
          "The executor of virtual threads that the connector was given is replaced by its own, as"
              + " with useVirtualThreads=\"true\"");
      return;
    }
    log.warn(sentence(executor));
  }

  /** Describes the drawbacks of such an executor, for the log and the status. */
  static String sentence(Executor executor) {
    String seen =
        showsItsQueue(executor)
            ? "The connector does not size it, and the customer who has waited longest does not go"
                + " first."
            : "Neither its queue nor its busy threads can be seen, and no CPU time where its"
                + " threads are virtual: admission does not know how long work waits for a"
                + " thread.";
    return "Requests run on an executor that is not the connector's own ("
        + executor.getClass().getName()
        + "). "
        + seen
        + " Leave executor out, or set useVirtualThreads=\"true\" for virtual threads.";
  }

  /** Returns whether the work that waits in it can be seen. */
  static boolean showsItsQueue(Executor executor) {
    // Tomcat's pool does not extend the one in java.util.concurrent.
    return executor instanceof ThreadPoolExecutor
        || executor instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor;
  }
}
