package io.headwaiter.lab.server;

import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.model.ServerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the servers of an experiment as processes that differ in nothing but {@code --server}.
 *
 * @param serve program and arguments up to and with the {@code serve} command
 * @param keystore the certificate of all
 * @param keepAlive how long an idle connection is kept
 * @param pageWorkKib additional work of every dynamic page, KiB hashed
 * @param pinning which processors they get
 * @param folder where their logs go
 * @param patience how long one may take to come up
 */
public record ServerTemplate(
    List<String> serve,
    Keystore keystore,
    Duration keepAlive,
    int pageWorkKib,
    Pinning pinning,
    Path folder,
    Duration patience) {

  public List<String> command(String name) {
    List<String> command = new ArrayList<>(serve);
    command.addAll(List.of("--server", name, "--app", "auction", "--port", "0"));
    if (!name.equals(ServerSpec.STOCK)) { // a stock Tomcat has no admin endpoint
      command.addAll(List.of("--admin-port", "0"));
    }
    command.addAll(List.of("--keystore", keystore.file().toString()));
    command.addAll(List.of("--keystore-password", keystore.password()));
    command.addAll(List.of("--keep-alive-millis", Long.toString(keepAlive.toMillis())));
    command.addAll(List.of("--page-work-kib", Integer.toString(pageWorkKib)));
    return command;
  }
}
