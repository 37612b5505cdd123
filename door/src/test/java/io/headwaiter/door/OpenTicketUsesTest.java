package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenTicketUsesTest {
  private static final long[] TICKET = {7};
  private final List<SocketChannel> channels = new ArrayList<>();

  @AfterEach
  void closeAll() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  private SocketChannel channel() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channels.add(channel);
    return channel;
  }

  @Test
  void closedConnectionFreesPlaceForAnother() throws IOException {
    OpenTicketUses uses = new OpenTicketUses(2, 100);
    SocketChannel first = channel();
    uses.add(TICKET, first);
    assertThat(uses.hasRoom(TICKET)).isTrue();
    uses.add(TICKET, channel());
    assertThat(uses.hasRoom(TICKET)).isFalse();
    assertThat(uses.hasRoom(new long[] {8})).isTrue();
    assertThat(uses.hasRoom(new long[] {8, 7})).as("one of the two").isFalse();
    first.close();
    assertThat(uses.hasRoom(TICKET)).isTrue();
    assertThat(uses.remembered()).isEqualTo(1);
  }

  @Test
  void forgetsTicketWithoutConnections() throws IOException {
    OpenTicketUses uses = new OpenTicketUses(1, 100);
    for (int i = 0; i < 1000; i++) {
      SocketChannel channel = channel();
      uses.add(new long[] {i}, channel);
      channel.close();
      assertThat(uses.hasRoom(new long[] {i})).isTrue();
      assertThat(uses.remembered()).isZero();
      assertThat(uses.ticketCount()).isZero();
    }
  }

  @Test
  void forgetsLeastRecentlyUsedTicketAtBound() throws IOException {
    OpenTicketUses uses = new OpenTicketUses(1, 10);
    for (int i = 0; i < 50; i++) {
      uses.add(new long[] {i}, channel());
      assertThat(uses.hasRoom(new long[] {i})).isFalse();
      assertThat(uses.remembered()).isLessThanOrEqualTo(10);
    }
    assertThat(uses.hasRoom(new long[] {40})).isFalse();
    assertThat(uses.hasRoom(new long[] {39})).isTrue();
  }
}
