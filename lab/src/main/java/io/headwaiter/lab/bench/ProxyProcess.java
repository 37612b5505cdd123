package io.headwaiter.lab.bench;

import io.headwaiter.lab.server.PemFiles;
import io.headwaiter.lab.server.Proxy;
import io.headwaiter.lab.server.ProxyLimits;
import io.headwaiter.lab.server.ProxySetting;
import io.headwaiter.lab.server.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Starts a proxy in front of a shop, as a process that ends with this one. */
public final class ProxyProcess {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long STEP_MILLIS = 50;
  private static final int NO_SHOP = 0;

  private ProxyProcess() {}

  /**
   * Starts one.
   *
   * @param program where it is installed
   * @param folder for its configuration and temporary files, one for each proxy
   * @param shopPort port of the shop's plain HTTP
   * @throws IOException when it does not accept in time, with the end of what it said
   */
  public static ServerProcess start(
      Proxy proxy,
      Path program,
      ExperimentSetting setting,
      Path folder,
      int shopPort,
      Duration keepAlive)
      throws IOException, InterruptedException {
    return start(proxy, program, setting, folder, shopPort, keepAlive, ProxyLimits.NONE);
  }

  /**
   * Starts an nginx that answers every request by itself.
   *
   * @param folder for its configuration and temporary files
   */
  static ServerProcess alone(ExperimentSetting setting, Path folder, Duration keepAlive)
      throws IOException, InterruptedException {
    Path program = Proxy.NGINX.find().orElseThrow(() -> new IOException(Proxy.NGINX.missing()));
    return start(Proxy.NGINX, program, setting, folder, NO_SHOP, keepAlive);
  }

  /** The same with limits, for a proxy that knows them. */
  public static ServerProcess start(
      Proxy proxy,
      Path program,
      ExperimentSetting setting,
      Path folder,
      int shopPort,
      Duration keepAlive,
      ProxyLimits limits)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    PemFiles pem = PemFiles.write(setting.keystore(), folder.toAbsolutePath());
    int port = freePort();
    ProxySetting place =
        new ProxySetting(
            port,
            shopPort,
            pem.certificate(),
            pem.key(),
            pem.both(),
            folder.toAbsolutePath(),
            keepAlive,
            limits);
    Path configuration = folder.resolve(proxy.program() + ".conf");
    Files.writeString(configuration, proxy.configuration(place));
    ServerProcess process =
        setting.launch(
            proxy.program(),
            ServerProcess.announced(
                "READY https://127.0.0.1:" + port + "/", proxy.command(program, configuration)));
    try {
      awaitAccepting(proxy, process, port);
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
    return process;
  }

  /** A port that nobody has now; a proxy wants to be told one. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits until it accepts connections. */
  static void awaitAccepting(Proxy proxy, ServerProcess process, int port)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!accepts(port)) {
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        throw new IOException(
            proxy.program() + " does not accept connections; it said:\n" + process.tail());
      }
      Thread.sleep(STEP_MILLIS);
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
