package io.headwaiter.baseline;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * The options of an embedded Tomcat.
 *
 * @param protocol class name of the connector's protocol; {@link #STOCK_PROTOCOL} for a stock
 *     server
 * @param address address to listen on
 * @param port port to listen on, 0 to 65535; 0 takes a free one
 * @param keystore PKCS12 or JKS file with the server's key
 * @param keystorePassword password of the file and of the key
 * @param connectorAttributes further attributes of the connector, as in server.xml
 */
public record TomcatOptions(
    String protocol,
    String address,
    int port,
    Path keystore,
    String keystorePassword,
    Map<String, String> connectorAttributes) {
  /** Tomcat's own connector. */
  public static final String STOCK_PROTOCOL = "org.apache.coyote.http11.Http11NioProtocol";

  /** Checks that all values are given and the port is in its range. */
  public TomcatOptions {
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(keystore, "keystore");
    Objects.requireNonNull(keystorePassword, "keystorePassword");
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be from 0 to 65535, got " + port);
    }
    connectorAttributes = Map.copyOf(connectorAttributes);
  }
}
