package io.headwaiter.cli;

import io.headwaiter.apps.PageWork;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.jetty.HeadwaiterConnector;
import io.headwaiter.jetty.WorkerThreadPool;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code headwaiter serve-jetty}: Headwaiter in Jetty, over HTTP/1.1 and HTTP/2, for experiments.
 * Every path serves one page with the configured work; paths that end with {@code .css} or {@code
 * .png} have no work.
 */
@Command(
    name = "serve-jetty",
    hidden = true,
    description = "For experiments: Headwaiter in Jetty with a page of some work.")
final class ServeJettyCommand implements Callable<Integer> {
  private static final Pattern LIGHT = Pattern.compile(".*\\.(css|png)");
  private static final int PAGE_CHARS = 4000;

  @Option(names = "--port", required = true, description = "HTTPS port; 0 takes a free one.")
  private int port;

  @Option(names = "--keystore", required = true, description = "PKCS12 file.")
  private Path keystore;

  @Option(names = "--keystore-password", required = true, description = "Its password.")
  private String keystorePassword;

  @Option(names = "--page-work-kib", description = "So many KiB hashed for a page. Default: 0.")
  private int pageWorkKib;

  @Spec private CommandSpec spec;

  private final Map<String, String> headwaiterOptions = new TreeMap<>();

  /** Returns the map into which the flags of {@code HeadwaiterOption} put their values. */
  Map<String, String> headwaiterOptions() {
    return headwaiterOptions;
  }

  @Override
  public Integer call() throws Exception {
    Server server = new Server(new WorkerThreadPool());
    HeadwaiterConnector connector = connector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    headwaiterOptions.forEach(
        (name, value) -> connector.setOption(HeadwaiterOption.byName(name).orElseThrow(), value));
    server.addConnector(connector);
    server.setHandler(new WorkPage(new PageWork(pageWorkKib)));
    server.start();
    spec.commandLine()
        .getOut()
        .printf(
            "READY https://127.0.0.1:%d/ admin=http://127.0.0.1:%d/%n",
            connector.getLocalPort(), connector.adminAddressBound().getPort())
        .flush();
    new CountDownLatch(1).await();
    return 0;
  }

  private HeadwaiterConnector connector(Server server) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(keystore.toAbsolutePath().toString());
    tls.setKeyStorePassword(keystorePassword);
    HttpConfiguration http = new HttpConfiguration();
    http.addCustomizer(new SecureRequestCustomizer(/* sniHostCheck= */ false));
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol("http/1.1");
    return new HeadwaiterConnector(
        server, tls, alpn, new HTTP2ServerConnectionFactory(http), new HttpConnectionFactory(http));
  }

  private static final class WorkPage extends Handler.Abstract {
    private final PageWork work;
    private final String text;

    WorkPage(PageWork work) {
      this.work = work;
      this.text = "page ".repeat(PAGE_CHARS / 5);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      boolean light = LIGHT.matcher(Request.getPathInContext(request)).matches();
      String tail = light ? "" : Byte.toString(work.work());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
      Content.Sink.write(response, /* last= */ true, text + tail, callback);
      return true;
    }
  }
}
