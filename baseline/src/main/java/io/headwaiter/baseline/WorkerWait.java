package io.headwaiter.baseline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Makes the worker of a connection wait for the client's bytes, where Tomcat's would go back to the
 * pool. One thread at a time reads; {@link #closed} may be called by another. Override {@link
 * #await} to notice its waits.
 */
public class WorkerWait {
  private Selector selector;
  // Whether the last that happened is a reply: the client now thinks.
  private boolean replied;

  /** A read of Tomcat's, which returns 0 if no bytes have come. */
  @FunctionalInterface
  public interface Read {
    int read(ByteBuffer to) throws IOException;
  }

  /** A step of Tomcat's handshake, which returns the operation that it waits for, if any. */
  @FunctionalInterface
  public interface Step {
    int run(boolean read, boolean write) throws IOException;
  }

  /** The channel of a connection, which Tomcat uses again for others. */
  @FunctionalInterface
  public interface Present {
    SocketChannel channel();
  }

  /**
   * Reads, and waits until there is something to read.
   *
   * @param idleMillis longest wait for the next request; 0 or less for no limit
   * @param millis longest wait for the rest of a request; 0 or less for no limit
   * @throws SocketTimeoutException if nothing comes in time
   */
  public int read(Present present, Read read, ByteBuffer to, long idleMillis, long millis)
      throws IOException {
    SocketChannel channel = present.channel();
    int bytes = read.read(to);
    while (bytes == 0 && to.hasRemaining()) {
      await(channel, SelectionKey.OP_READ, replied ? idleMillis : millis);
      if (present.channel() != channel) {
        throw new ClosedChannelException(); // another thread closed it, and it serves another
        // client
      }
      bytes = read.read(to);
    }
    replied &= bytes <= 0;
    return bytes;
  }

  /**
   * Runs a handshake to its end, and waits for each flight of the client.
   *
   * @param millis longest wait for a flight; 0 or less for no limit
   * @return 0 if it is done, below 0 if it failed
   * @throws SocketTimeoutException if nothing comes in time
   */
  public int handshake(SocketChannel channel, Step step, boolean read, boolean write, long millis)
      throws IOException {
    int wanted = step.run(read, write);
    while (wanted > 0) {
      await(channel, wanted, millis);
      wanted = step.run(wanted == SelectionKey.OP_READ, wanted == SelectionKey.OP_WRITE);
    }
    return wanted;
  }

  /** Notes that a part of a reply was written. */
  public void wrote() {
    replied = true;
  }

  /**
   * Waits until the channel is ready.
   *
   * @param operation of {@link SelectionKey}
   * @param millis at most; 0 or less for no limit
   * @throws SocketTimeoutException if it is not ready in time
   */
  public void await(SocketChannel channel, int operation, long millis) throws IOException {
    if (selector == null) {
      selector = Selector.open();
    }
    SelectionKey key = channel.keyFor(selector);
    if (key == null) {
      channel.register(selector, operation);
    } else if (key.isValid()) {
      key.interestOps(operation);
    } else {
      throw new ClosedChannelException();
    }
    WorkerWaitEvent event = new WorkerWaitEvent();
    event.begin();
    int ready = selector.select(one -> {}, Math.max(0, millis));
    event.commit();
    if (ready == 0 && channel.isOpen()) {
      throw new SocketTimeoutException("no bytes within " + millis + " ms");
    }
  }

  /** Ends the wait, and lets go of a channel that was closed: until then its descriptor is open. */
  public void closed() throws IOException {
    replied = false;
    if (selector != null) {
      selector.wakeup();
      selector.selectNow(one -> {});
    }
  }

  /** Frees what it holds; it is not used again. */
  public void free() {
    try {
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a selector could not be closed", e);
    }
  }
}
