package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.tomcat.util.collections.SynchronizedStack;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.junit.jupiter.api.Test;

class ReusableChannelsTest {
  private final SynchronizedStack<NioChannel> tomcats = new SynchronizedStack<>(4, 8);
  private final ReusableChannels channels = new ReusableChannels(tomcats);

  private static NioChannel channel() {
    return new NioChannel(new SocketBufferHandler(16, 16, /* direct= */ false));
  }

  @Test
  void channelServesTheNextConnection() {
    NioChannel channel = channel();
    assertThat(channels.push(channel)).isTrue();
    assertThat(channels.pop()).isSameAs(channel);
    assertThat(channels.pop()).isNull();
  }

  @Test
  void retiredChannelServesNoOther() {
    NioChannel channel = channel();
    channels.retire(channel);
    assertThat(channels.push(channel)).isFalse();
    assertThat(channels.pop()).isNull();
  }

  /** Tomcat frees what is in its own stack when it stops. */
  @Test
  void channelsAreInTomcatsStack() {
    NioChannel channel = channel();
    channels.push(channel);
    assertThat(tomcats.pop()).isSameAs(channel);
  }
}
