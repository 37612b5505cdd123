package io.headwaiter.tuning.mix;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.function.UnaryOperator;

/**
 * Makes requests for the admin endpoint of a server. They have the token of the environment
 * variable {@value #TOKEN}, if it is set; the server can read its own token from the same variable.
 */
public final class AdminRequest {
  static final String TOKEN = "HEADWAITER_ADMIN_TOKEN";
  private static final int UNAUTHORIZED = 401;

  private AdminRequest() {}

  /**
   * Returns a request that is not sent yet.
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
   * Sends the request and checks that the server accepts its token.
   *
   * @throws IOException with a sentence, if the server requires a token or a different one
   */
  public static void checkToken(HttpURLConnection connection) throws IOException {
    if (connection.getResponseCode() == UNAUTHORIZED) {
      throw new IOException(
          "it wants its adminToken, in the environment variable " + TOKEN + " of this command");
    }
  }
}
