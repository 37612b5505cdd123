package io.headwaiter.lab.server;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * async-profiler in a server: a sample of each running thread's stack for each millisecond of its
 * CPU time. Belongs to one thread.
 */
public final class ServerProfiler implements AutoCloseable {
  private static final String LIBRARY = "/linux-%s/libasyncProfiler.so";

  private final VirtualMachine server;
  private final JMXConnector management;
  private final ThreadMXBean threads;
  private final Path library;
  private boolean running;

  @SuppressWarnings("BanJNDI") // the experiment has started the server itself
  private ServerProfiler(VirtualMachine server, Path library) throws IOException {
    this.server = server;
    this.library = library;
    this.management =
        JMXConnectorFactory.connect(new JMXServiceURL(server.startLocalManagementAgent()));
    this.threads =
        ManagementFactory.newPlatformMXBeanProxy(
            management.getMBeanServerConnection(),
            ManagementFactory.THREAD_MXBEAN_NAME,
            ThreadMXBean.class);
  }

  /**
   * Enters a server, but does not start.
   *
   * @param pid of the server's Java process
   * @throws IOException with a sentence, if the server or the machine does not let it
   */
  public static ServerProfiler attach(long pid) throws IOException {
    Path library = extract();
    try {
      return new ServerProfiler(VirtualMachine.attach(Long.toString(pid)), library);
    } catch (AttachNotSupportedException | IOException e) {
      Files.delete(library);
      throw new IOException("process %d cannot be profiled: %s".formatted(pid, e.getMessage()), e);
    }
  }

  private static Path extract() throws IOException {
    String resource = LIBRARY.formatted(isArm() ? "arm64" : "x64");
    try (InputStream packed = ServerProfiler.class.getResourceAsStream(resource)) {
      if (packed == null) {
        throw new IOException("async-profiler has no library " + resource);
      }
      Path library = Files.createTempFile("headwaiter-profiler", ".so");
      Files.write(library, packed.readAllBytes());
      return library;
    }
  }

  private static boolean isArm() {
    return System.getProperty("os.arch").equals("aarch64");
  }

  private void command(String options) throws IOException {
    try {
      server.loadAgentPath(library.toString(), options);
    } catch (AgentLoadException | AgentInitializationException e) {
      throw new IOException("the profiler refused '%s': %s".formatted(options, e.getMessage()), e);
    }
  }

  /** Starts to take samples. */
  public void start() throws IOException {
    command("start,event=cpu,interval=1ms");
    running = true;
  }

  /**
   * Ends it and draws what it saw.
   *
   * @param flameGraph the page to write
   * @return each a stack's frames from the outermost to the innermost, separated by semicolons, a
   *     space and the number of its samples
   */
  public List<String> stop(Path flameGraph) throws IOException {
    Path stacks = Files.createTempFile("headwaiter-stacks", ".txt");
    try {
      command("dump,flamegraph,file=" + flameGraph.toAbsolutePath());
      running = false;
      command("stop,collapsed,file=" + stacks);
      return Files.readAllLines(stacks);
    } finally {
      Files.delete(stacks);
    }
  }

  /** Returns the bytes that the threads which live now have allocated so far. */
  public long allocatedBytes() {
    return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  /** Ends it, if it has not ended, and leaves the server. */
  @Override
  public void close() throws IOException {
    try {
      if (running) {
        command("stop");
      }
      management.close();
    } finally {
      server.detach();
      Files.deleteIfExists(library);
    }
  }
}
