package io.headwaiter.lab.profile;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.function.UnaryOperator;

/**
 * A request for the admin endpoint of a server, with the token of the environment variable {@value
 * #TOKEN}, where that is set, as the server's own is.
 */
public final class AdminRequest {
  static final String TOKEN = "HEADWAITER_ADMIN_TOKEN";
  private static final int UNAUTHORIZED = 401;

  private AdminRequest() {}

  /**
   * Not sent as yet.
   *
   * @param timeoutMillis longest wait for the connection, and for each piece of the answer
   */
  public static HttpURLConnection to(URI address, int timeoutMillis) throws IOException {
    return to(address, timeoutMillis, System::getenv);
  }

  static HttpURLConnection to(URI address, int timeoutMillis, UnaryOperator<String> environment)
      throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    String token = environment.apply(TOKEN);
    if (token != null && !token.isBlank()) {
      connection.setRequestProperty("Authorization", "Bearer " + token.strip());
    }
    return connection;
  }

  /**
   * Sends it.
   *
   * @throws IOException with a sentence, if the server wants a token or another one
   */
  public static void checkToken(HttpURLConnection connection) throws IOException {
    if (connection.getResponseCode() == UNAUTHORIZED) {
      throw new IOException(
          "it wants its adminToken, in the environment variable " + TOKEN + " of this command");
    }
  }
}
