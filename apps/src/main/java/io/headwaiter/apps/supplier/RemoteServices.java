package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/**
 * Payment and shipment in other processes, called over TLS: those that every {@link Supplier}
 * serves. A call has five seconds. The server's certificate and its name are checked. Connections
 * are kept for further calls, and there are never more than calls at a time. Thread-safe.
 */
public final class RemoteServices {
  private static final Duration CALL_MAX = Duration.ofSeconds(5);
  private static final int REPLY_BYTES_MAX = 8 * 1024;
  private static final int OK = 200;
  private static final byte[] TOO_LONG = new byte[0];

  private final HttpClient client;

  /**
   * Creates a client; it calls nothing yet.
   *
   * @param trust decides which certificates are accepted, see {@link ServiceTrust}
   */
  public RemoteServices(SSLContext trust) {
    this.client =
        HttpClient.newBuilder()
            .sslContext(trust)
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CALL_MAX)
            .build();
  }

  /**
   * Returns the payment service of a supplier.
   *
   * @param address {@code https://host:port}
   * @throws IllegalArgumentException with a sentence if it is no such address
   */
  public PaymentService payment(URI address) {
    Call call = new Call(address, PartnerServices.PAYMENT);
    return (method, account, amount) ->
        call.answer(
            PartnerServices.payment(method, account, amount), PartnerServices.AUTHORISATION);
  }

  /**
   * Returns the shipment service of a supplier.
   *
   * @param address {@code https://host:port}
   * @throws IllegalArgumentException with a sentence if it is no such address
   */
  public ShipmentService shipment(URI address) {
    Call call = new Call(address, PartnerServices.SHIPMENT);
    return (order, carrier, pieces) -> {
      String tracking =
          call.answer(PartnerServices.shipment(order, carrier, pieces), PartnerServices.TRACKING);
      if (tracking.isEmpty()) {
        throw new ServiceFailure("The shipment service gave no tracking number.");
      }
      return tracking;
    };
  }

  private static URI checked(URI address) {
    String path = address.getRawPath();
    boolean root = path == null || path.isEmpty() || path.equals("/");
    boolean https = "https".equalsIgnoreCase(address.getScheme()) && address.getHost() != null;
    boolean port = address.getPort() != 0 && address.getPort() <= 65_535;
    boolean more = address.getRawQuery() != null || address.getRawFragment() != null;
    if (!https || !root || !port || more || address.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "The address of a service is " + address + "; write it as https://localhost:8444.");
    }
    return address;
  }

  /** Calls one service. */
  private final class Call {
    private final String name;
    private final HttpRequest.Builder template;

    private Call(URI address, String name) {
      this.name = name;
      this.template =
          HttpRequest.newBuilder(checked(address).resolve("/" + name))
              .timeout(CALL_MAX)
              .header("Content-Type", MessageFormats.JSON.contentType());
    }

    /** Returns one value of the reply, which may be empty. */
    private String answer(Fields content, String value) throws ServiceFailure {
      byte[] message = MessageFormats.JSON.write(name, content);
      HttpRequest request =
          template.copy().POST(HttpRequest.BodyPublishers.ofByteArray(message)).build();
      HttpResponse<byte[]> response = sent(request);
      if (response.statusCode() != OK) {
        throw new ServiceFailure(
            request.uri() + " answers with the status " + response.statusCode() + ".");
      }
      try {
        Fields reply = MessageFormats.JSON.read(name + MessageFormats.RESPONSE, response.body());
        return reply.parameters().text(value, 0, PaymentService.AUTHORISATION_CHARS_MAX);
      } catch (PageError e) {
        throw new ServiceFailure(request.uri() + " answers with another message.", e);
      }
    }

    private HttpResponse<byte[]> sent(HttpRequest request) throws ServiceFailure {
      CompletableFuture<HttpResponse<byte[]>> coming =
          client.sendAsync(request, RemoteServices::bounded);
      try {
        return coming.get(CALL_MAX.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        throw new ServiceFailure(request.uri() + " cannot be called: " + e.getCause(), e);
      } catch (TimeoutException e) {
        coming.cancel(true);
        throw new ServiceFailure(request.uri() + " does not answer.", e);
      } catch (InterruptedException e) {
        coming.cancel(true);
        Thread.currentThread().interrupt();
        throw new ServiceFailure("The call of " + request.uri() + " was given up.", e);
      }
    }
  }

  /**
   * Keeps a body of known and small size only. Any other is read and thrown away, until it ends or
   * the call is cancelled.
   */
  private static HttpResponse.BodySubscriber<byte[]> bounded(HttpResponse.ResponseInfo head) {
    long length = head.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
    return length <= REPLY_BYTES_MAX
        ? HttpResponse.BodySubscribers.ofByteArray()
        : HttpResponse.BodySubscribers.replacing(TOO_LONG);
  }
}
