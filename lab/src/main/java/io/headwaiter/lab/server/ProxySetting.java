package io.headwaiter.lab.server;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a proxy's configuration depends on.
 *
 * @param port where it listens, on 127.0.0.1
 * @param shopPort port of the shop's plain HTTP on 127.0.0.1; 0 if there is no shop
 * @param certificate PEM file with the certificate
 * @param key PEM file with the key
 * @param both PEM file with both
 * @param folder for its temporary files
 * @param keepAlive how long an idle connection of a customer is kept
 * @param limits what it bounds, if it knows such bounds
 */
public record ProxySetting(
    int port,
    int shopPort,
    Path certificate,
    Path key,
    Path both,
    Path folder,
    Duration keepAlive,
    ProxyLimits limits) {
  /** Returns whether there is a shop behind it. */
  boolean hasShop() {
    return shopPort != 0;
  }
}
