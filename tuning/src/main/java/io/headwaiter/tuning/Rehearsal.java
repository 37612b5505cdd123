package io.headwaiter.tuning;

import io.headwaiter.core.profile.ReplyStatus;
import io.headwaiter.load.UncheckedTls;
import io.headwaiter.load.workload.Step;
import io.headwaiter.tuning.mix.MixReplay;
import java.io.IOException;
import java.net.ConnectException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Makes each request of a load once, as one client, so that requests that the server does not
 * answer well are known before the first run. Bounded in time. Not thread-safe.
 */
public final class Rehearsal {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration TIME_MAX = Duration.ofMinutes(5);
  private static final int SILENT_MAX = 3;
  private static final int PLACE_CHARS_MAX = 80;
  // As in the load generator, "sold out" is an answer.
  private static final int CONFLICT = 409;

  private final URI target;
  private final HttpClient client;
  private long endNanos;
  private int answered;
  private int silent;

  /**
   * Creates a rehearsal that has not begun.
   *
   * @param target scheme, host and port
   * @param anyCertificate whether the server may have a certificate of an authority that this JVM
   *     does not trust, or of another name
   */
  public Rehearsal(URI target, boolean anyCertificate) {
    this.target = target;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_PATIENCE)
            .cookieHandler(new CookieManager());
    if (anyCertificate) {
      builder.sslContext(UncheckedTls.context());
    }
    client = builder.build();
  }

  /**
   * Makes all requests, and those of failed pages once more.
   *
   * @return those that were not answered well, as {@link MixReplay#name} names them, and why
   * @throws IOException with a sentence if the server does not answer the first request or three in
   *     a row, has a certificate that is not trusted, or takes more than five minutes
   */
  public SortedMap<String, String> failures(List<Step> requests)
      throws IOException, InterruptedException {
    SortedMap<String, String> failures = new TreeMap<>();
    endNanos = System.nanoTime() + TIME_MAX.toNanos();
    for (Step request : requests) {
      ask(request, failures);
    }
    askAgain(requests, failures);
    return failures;
  }

  /** Repeats failed pages: some are served only after another page, and now all were requested. */
  private void askAgain(List<Step> requests, Map<String, String> failures)
      throws IOException, InterruptedException {
    for (Step request : requests) {
      boolean isSafe = request.interaction().method().equals("GET");
      if (isSafe && failures.remove(MixReplay.name(request)) != null) {
        ask(request, failures);
      }
    }
  }

  /** Returns how many requests were answered, well or not. */
  public int answered() {
    return answered;
  }

  private void ask(Step request, Map<String, String> failures)
      throws IOException, InterruptedException {
    if (System.nanoTime() - endNanos > 0) {
      throw new IOException(
          "%s took more than %d minutes to answer %d requests, one after the other. Mend that first."
              .formatted(target, TIME_MAX.toMinutes(), answered));
    }
    String name = MixReplay.name(request);
    try {
      HttpRequest asked =
          HttpRequest.newBuilder(
                  URI.create(target.getScheme() + "://" + target.getAuthority() + request.target()))
              .method(request.interaction().method(), BodyPublishers.noBody())
              .timeout(PATIENCE)
              .build();
      HttpResponse<Void> reply = reply(asked);
      answered++;
      silent = 0;
      wrong(request, reply).ifPresent(why -> failures.put(name, why));
    } catch (IllegalArgumentException e) {
      failures.put(name, "is no address");
    } catch (IOException e) {
      silent++;
      if (answered == 0 || silent >= SILENT_MAX) {
        throw sentence(e);
      }
      failures.put(name, e instanceof HttpTimeoutException ? "not answered in time" : "broken off");
    }
  }

  /** Returns why a reply is not good: a failed status, or a redirect in place of a page. */
  private static Optional<String> wrong(Step request, HttpResponse<Void> reply) {
    int status = reply.statusCode();
    if (ReplyStatus.isFailed(status) && status != CONFLICT) {
      return Optional.of("answered " + status);
    }
    if (ReplyStatus.isRedirect(status) && request.interaction().method().equals("GET")) {
      String place = reply.headers().firstValue("Location").orElse("nowhere");
      return Optional.of("answered " + status + ", redirected to " + shortened(place));
    }
    return Optional.empty();
  }

  private static String shortened(String place) {
    return place.length() <= PLACE_CHARS_MAX ? place : place.substring(0, PLACE_CHARS_MAX) + "...";
  }

  /** Waits for the whole reply: the request's own timeout ends with the head of the reply. */
  private HttpResponse<Void> reply(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<Void>> reply =
        client.sendAsync(request, BodyHandlers.discarding());
    try {
      return reply.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      reply.cancel(true);
      throw new HttpTimeoutException("the end of the reply did not come: " + e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
  }

  private IOException sentence(IOException e) {
    return new IOException(target + " " + why(e), e);
  }

  private static String why(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return "has a certificate that this JVM does not trust ("
            + cause.getMessage()
            + "): it is self-signed, by an unknown authority, or for another name. If that server is"
            + " yours all the same, say --insecure.";
      }
    }
    if (e instanceof ConnectException) {
      return "does not answer. Is it running, and are host and port right?";
    }
    if (e instanceof HttpTimeoutException) {
      return "accepts and does not answer within " + PATIENCE.toSeconds() + " s.";
    }
    if (e instanceof SSLException) {
      return "does not speak TLS with us (" + e.getMessage() + "). Is that its HTTPS port?";
    }
    return "breaks off (" + e.getMessage() + ").";
  }
}
