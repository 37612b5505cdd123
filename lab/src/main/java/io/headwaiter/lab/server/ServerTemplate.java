package io.headwaiter.lab.server;

import io.headwaiter.lab.model.ServerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The command of the servers of an experiment, which differ in nothing but {@code --server}.
 *
 * @param serve program and arguments up to and with the {@code serve} command
 * @param keystore the certificate of all
 * @param keepAlive how long an idle connection is kept
 * @param pageWorkKib additional work of every dynamic page, KiB hashed
 */
public record ServerTemplate(
    List<String> serve, Keystore keystore, Duration keepAlive, int pageWorkKib) {

  /**
   * Returns the command of a server.
   *
   * @param name value of {@code --server}
   * @param more further arguments; a shop, a keep-alive time or page work among them replaces that
   *     of the template, and so does an admin port
   */
  public List<String> command(String name, List<String> more) {
    List<String> command = new ArrayList<>(serve);
    command.addAll(List.of("--server", name));
    addUnless(more, command, "--app", "auction");
    command.addAll(List.of("--port", "0"));
    if (name.equals(ServerSpec.HEADWAITER)) { // no other has an admin endpoint
      addUnless(more, command, "--admin-port", "0");
    }
    command.addAll(List.of("--keystore", keystore.file().toString()));
    command.addAll(List.of("--keystore-password", keystore.password()));
    addUnless(more, command, "--keep-alive-millis", Long.toString(keepAlive.toMillis()));
    addUnless(more, command, "--page-work-kib", Integer.toString(pageWorkKib));
    command.addAll(more);
    return command;
  }

  private static void addUnless(
      List<String> more, List<String> command, String flag, String value) {
    if (!more.contains(flag)) {
      command.addAll(List.of(flag, value));
    }
  }
}
