package io.headwaiter.door;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * What the door needs from the container behind it. Calls come on the door's thread and must not
 * block; after its end, connections that still arrive are discarded on the thread that offers them.
 */
public interface DoorHost {
  /**
   * How many more connections the door may accept by itself now; none if it is 0 or less. Called
   * often, so it must be cheap. When it becomes more than 0 again, {@link Door#vacancy} must be
   * called.
   */
  default int vacancies() {
    return Integer.MAX_VALUE;
  }

  /**
   * How many of the last {@link #vacancies} are for visits under way only; 0 for none. Called
   * often, as {@link #vacancies}.
   */
  default int placesKept() {
    return 0;
  }

  /** The door has accepted one more connection; {@link #admit} or {@link #discard} will follow. */
  default void accepted() {}

  /**
   * Takes a connection in. The channel belongs to the container from here on, whatever happens.
   *
   * @param channel non-blocking, registered with no selector
   * @param received all bytes read from it so far, position to limit; valid during this call only
   * @param admission as what it was let in
   */
  void admit(SocketChannel channel, ByteBuffer received, Admission admission);

  /**
   * Answers a connection that is refused with a courtesy page, and closes it. The channel belongs
   * to the container from here on, whatever happens. Asked only if the refusal style is {@link
   * RefusalStyle.Kind#COURTESY}.
   *
   * @param channel non-blocking, registered with no selector
   * @param received all bytes read from it so far, position to limit; valid during this call only
   */
  default void courtesy(SocketChannel channel, ByteBuffer received) {
    discard(channel);
  }

  /** Closes a connection that is not let in, and forgets it. */
  void discard(SocketChannel channel);

  /**
   * Whether the server would negotiate TLS 1.3 for this host name.
   *
   * @param serverName from the hello, lower case, or null if there was none
   */
  boolean speaksTls13(String serverName);
}
