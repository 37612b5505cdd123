package io.headwaiter.door;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * The operations that the door needs from the container. The door calls them on its own thread, and
 * they must not block. After that thread has ended, a connection that still arrives is discarded on
 * the thread that offers it.
 */
public interface DoorHost {
  /**
   * Returns how many more connections the door may accept by itself now; none if it is 0 or less.
   * Called often, so it must be cheap. When it rises above 0 again, the container must call {@link
   * Door#vacancy}.
   */
  default int vacancies() {
    return Integer.MAX_VALUE;
  }

  /**
   * Returns how many of the last {@link #vacancies} are for visits under way only; 0 for none.
   * Called as often as {@link #vacancies}.
   */
  default int placesKept() {
    return 0;
  }

  /**
   * Notes that the door accepted one more connection; {@link #admit}, {@link #courtesy} or {@link
   * #discard} will follow.
   */
  default void accepted() {}

  /**
   * Admits a connection. From here on the channel belongs to the container in every case.
   *
   * @param channel non-blocking, registered with no selector
   * @param received all bytes read from it so far, position to limit; valid during this call only
   * @param admittedConnection the facts about the admission
   */
  void admit(SocketChannel channel, ByteBuffer received, AdmittedConnection admittedConnection);

  /**
   * Answers a refused connection with a courtesy page and closes it. From here on the channel
   * belongs to the container in every case. Called only if the refusal style is {@link
   * RefusalStyle.Kind#COURTESY}.
   *
   * @param channel non-blocking, registered with no selector
   * @param received all bytes read from it so far, position to limit; valid during this call only
   */
  default void courtesy(SocketChannel channel, ByteBuffer received) {
    discard(channel);
  }

  /**
   * Returns whether a client of this address may open parallel connections of its visit. It must
   * finish the handshakes that it begins, and the address must not have so many connections open
   * that customers must share it: each of these begins a visit.
   *
   * @param client null if it is not known
   */
  default boolean mayOpenParallel(@Nullable InetAddress client) {
    return true;
  }

  /**
   * Returns the time after which the container closes an idle connection; {@link Long#MAX_VALUE}
   * for never. Called once, before the door opens.
   */
  default long keepAliveNanos() {
    return Long.MAX_VALUE;
  }

  /** Closes and forgets a connection that is not admitted. */
  void discard(SocketChannel channel);

  /**
   * Returns whether the server would negotiate TLS 1.3 for this host name.
   *
   * @param serverName from the hello, lower case, or null if there was none
   */
  boolean speaksTls13(@Nullable String serverName);
}
