package io.headwaiter.tomcat;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.tomcat.util.collections.SynchronizedStack;
import org.apache.tomcat.util.net.NioChannel;

/**
 * Tomcat's channels of closed connections, for the next ones, without those that a worker may still
 * use. Tomcat reads and writes HTTP/2 without the lock of the connection, so whoever closes one
 * from outside cannot know. The worker would use the socket of the next connection on that channel.
 *
 * <p>Thread-safe.
 */
final class ReusableChannels extends SynchronizedStack<NioChannel> {
  private final SynchronizedStack<NioChannel> channels;
  // Guarded by this.
  private final Set<NioChannel> retired = Collections.newSetFromMap(new WeakHashMap<>());

  /**
   * @param channels where Tomcat keeps them
   */
  ReusableChannels(SynchronizedStack<NioChannel> channels) {
    super(/* size= */ 1, /* limit= */ 1); // its own are not used
    this.channels = channels;
  }

  /** Keeps a channel, which is about to be closed, from serving another connection. */
  synchronized void retire(NioChannel channel) {
    retired.add(channel);
  }

  @Override
  public synchronized boolean push(NioChannel channel) {
    return !retired.remove(channel) && channels.push(channel);
  }

  @Override
  public synchronized NioChannel pop() {
    return channels.pop();
  }
}
