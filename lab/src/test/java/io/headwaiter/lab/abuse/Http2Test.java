package io.headwaiter.lab.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class Http2Test {
  private final Http2 http2 = new Http2("/a");

  private static ByteBuf bytes(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
  }

  private static String hex(ByteBuf bytes) {
    return ByteBufUtil.hexDump(bytes);
  }

  @Test
  void aRequestIsAHeaderBlockOfTheStaticTableOnTheNextOddStream() {
    ByteBuf out = Unpooled.buffer();
    http2.request(out);
    http2.request(out);
    String block = "8287" + "04022f61" + "01096c6f63616c686f7374"; // GET https /a localhost
    assertThat(hex(out)).isEqualTo("000011010500000001" + block + "000011010500000003" + block);
  }

  @Test
  void aResetFollowsItsRequestAtOnce() {
    ByteBuf out = Unpooled.buffer();
    http2.requestAndReset(out);
    assertThat(hex(out)).endsWith("000004030000000001" + "00000008");
  }

  @Test
  void endsOfStreamsAreCountedHoweverTheBytesAreCut() {
    // headers, then data with the end; headers with the end; a reset
    ByteBuf whole =
        bytes(
            "000001 01 04 00000001 88"
                + "000002 00 01 00000001 4142"
                + "000001 01 05 00000003 88"
                + "000004 03 00 00000005 00000008");
    int ended = 0;
    while (whole.isReadable()) {
      ended += http2.read(whole.readSlice(1), Unpooled.buffer());
    }
    assertThat(ended).isEqualTo(3);
  }

  @Test
  void settingsAndPingsAreAcknowledgedOnce() {
    ByteBuf replies = Unpooled.buffer();
    http2.read(bytes("000000 04 00 00000000"), replies);
    http2.read(bytes("000000 04 01 00000000"), replies);
    http2.read(bytes("000008 06 00 00000000 0102030405060708"), replies);
    assertThat(hex(replies)).isEqualTo("000000040100000000" + "0000080601000000000102030405060708");
  }

  @Test
  void aServerThatWillEndTheConnectionIsHeard() {
    assertThat(http2.goingAway()).isFalse();
    http2.read(bytes("000008 07 00 00000000 0000000000000000"), Unpooled.buffer());
    assertThat(http2.goingAway()).isTrue();
  }
}
