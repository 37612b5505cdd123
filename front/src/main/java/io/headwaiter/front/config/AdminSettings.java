package io.headwaiter.front.config;

/**
 * The ports for operators and balancers.
 *
 * @param port of the admin endpoint; 0 for any free one, -1 for none
 * @param address where both listen
 * @param token that clients of the admin endpoint must send; empty for none
 * @param keystore file with the certificate of the admin endpoint; empty for plain HTTP
 * @param keystorePassword its password
 * @param plainHttp whether other machines may ask without TLS
 * @param agentPort for the agent checks of HAProxy; 0 for any free one, -1 for none
 * @param agentVisitsPerSecond new visits a second that make a weight of 100 percent
 */
public record AdminSettings(
    int port,
    String address,
    String token,
    String keystore,
    String keystorePassword,
    boolean plainHttp,
    int agentPort,
    double agentVisitsPerSecond) {

  /**
   * Reads the options of the admin endpoint.
   *
   * @throws IllegalArgumentException with a sentence if one is wrong
   */
  static AdminSettings of(OptionValues values) {
    return new AdminSettings(
        values.wholeNumber(HeadwaiterOption.ADMIN_PORT),
        values.of(HeadwaiterOption.ADMIN_ADDRESS),
        token(values.of(HeadwaiterOption.ADMIN_TOKEN)),
        values.of(HeadwaiterOption.ADMIN_KEYSTORE),
        values.of(HeadwaiterOption.ADMIN_KEYSTORE_PASSWORD),
        values.isOn(HeadwaiterOption.ADMIN_PLAIN_HTTP),
        values.wholeNumber(HeadwaiterOption.AGENT_PORT),
        values.number(HeadwaiterOption.AGENT_VISITS_PER_SECOND));
  }

  private static String token(String token) {
    if (!token.isEmpty() && !token.matches("[!-~]{16,256}")) {
      // Not the value: it is nearly right, and must not be logged.
      throw HeadwaiterOption.ADMIN_TOKEN.wrong("of " + token.length() + " characters");
    }
    return token;
  }

  /** Returns the same without token and password, which must not be logged. */
  @Override
  public String toString() {
    return "AdminSettings(%s:%d, agent %d)".formatted(address, port, agentPort);
  }
}
