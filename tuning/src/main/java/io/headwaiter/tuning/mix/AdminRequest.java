package io.headwaiter.tuning.mix;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;

/**
 * Requests to the admin endpoint of a server. They have the token of the environment variable
 * {@value #TOKEN}, if it is set; the server can read its own token from the same variable. Its
 * certificate must be one that {@link AdminTrust} accepts.
 */
public final class AdminRequest {
  static final String TOKEN = "HEADWAITER_ADMIN_TOKEN";
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int BODY_BYTES_MAX = 4 << 20;
  private static final int REFUSAL_BYTES_MAX = 4096;

  // An admin endpoint takes no command without it; see AdminServer.
  private static final String COMMAND_HEADER = "X-Headwaiter";

  private AdminRequest() {}

  /**
   * Returns the body of a page.
   *
   * @param timeoutMillis longest wait for the connection, and for each piece of the answer
   * @throws IOException with a sentence, if the server requires a token or a different one, or if
   *     the page is longer than 4 MiB
   */
  public static byte[] get(URI address, int timeoutMillis) throws IOException {
    try (InputStream body = open(address, timeoutMillis)) {
      byte[] page = body.readNBytes(BODY_BYTES_MAX + 1);
      if (page.length > BODY_BYTES_MAX) {
        throw new IOException("its answer is longer than 4 MiB; ask for less, or another page");
      }
      return page;
    }
  }

  /** Returns the body of a page that may have no end, to be closed; otherwise as {@link #get}. */
  public static InputStream open(URI address, int timeoutMillis) throws IOException {
    HttpURLConnection connection = to(address, timeoutMillis, System::getenv);
    checkToken(connection);
    return connection.getInputStream();
  }

  /** Returns a request that is not sent yet. */
  static HttpURLConnection to(URI address, int timeoutMillis, UnaryOperator<String> environment)
      throws IOException {
    if (address.getScheme() == null || !address.getScheme().matches("(?i)https?")) {
      throw new IOException(
          "it must be written as http://127.0.0.1:9180/, with http or https before the host");
    }
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    if (connection instanceof HttpsURLConnection secure) {
      AdminTrust.apply(secure, environment);
    }
    String token = environment.apply(TOKEN);
    if (token != null && !token.isBlank()) {
      if (!token.strip().matches("[!-~]+")) {
        throw new IOException(
            TOKEN + " holds no token: it must be one word of printable ASCII characters");
      }
      connection.setRequestProperty("Authorization", "Bearer " + token.strip());
    }
    return connection;
  }

  /**
   * Sends a command, a POST without a body, and returns the body of its answer, to be closed.
   *
   * @param timeoutMillis longest wait for the connection, and for each piece of the answer
   * @throws java.net.ConnectException if nothing listens there
   * @throws IOException with what the server says, if it refuses the command
   */
  public static InputStream command(URI address, int timeoutMillis) throws IOException {
    HttpURLConnection connection = to(address, timeoutMillis, System::getenv);
    connection.setRequestProperty(COMMAND_HEADER, "command");
    connection.setRequestMethod("POST");
    connection.setFixedLengthStreamingMode(0);
    connection.setDoOutput(true);
    checkToken(connection);
    if (connection.getResponseCode() != OK) {
      throw new IOException("it says " + connection.getResponseCode() + refusal(connection));
    }
    return connection.getInputStream();
  }

  private static String refusal(HttpURLConnection connection) throws IOException {
    try (InputStream body = connection.getErrorStream()) {
      return body == null
          ? ""
          : ": " + new String(body.readNBytes(REFUSAL_BYTES_MAX), StandardCharsets.UTF_8).strip();
    }
  }

  /**
   * Sends the request and checks that each side accepts the other.
   *
   * @throws IOException with a sentence, if the server requires a token or a different one, or its
   *     certificate is not trusted
   */
  static void checkToken(HttpURLConnection connection) throws IOException {
    if (send(connection) == UNAUTHORIZED) {
      throw new IOException(
          "it wants its adminToken, in the environment variable " + TOKEN + " of this command");
    }
  }

  private static int send(HttpURLConnection connection) throws IOException {
    try {
      if (connection.getDoOutput()) {
        connection.getOutputStream().close();
      }
      return connection.getResponseCode();
    } catch (SSLException e) {
      throw AdminTrust.untrusted(e);
    }
  }
}
