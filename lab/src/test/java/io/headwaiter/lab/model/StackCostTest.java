package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackCostTest {
  private static final String WORKER =
      "java/lang/Thread.run;org/apache/tomcat/util/threads/ThreadPoolExecutor$Worker.run;"
          + "org/apache/tomcat/util/net/SocketProcessorBase.run;";

  @ParameterizedTest
  @CsvSource({
    "org/apache/coyote/http11/Http11Processor.service;java/lang/String.equals, HTTP",
    "org/apache/tomcat/util/net/NioChannel.write;sun/nio/ch/SocketChannelImpl.write;write,"
        + " SOCKET_WRITE",
    "io/netty/handler/ssl/ReferenceCountedOpenSslEngine.wrap;"
        + "io/netty/internal/tcnative/SSL.doHandshake;[libnetty.so], HANDSHAKE",
    "org/apache/catalina/connector/CoyoteAdapter.service;io/headwaiter/apps/Home.doGet, SERVLET",
    "org/apache/tomcat/util/net/NioEndpoint$SocketProcessor.doRun, CHANNEL"
  })
  void innermostKnownFrameDecides(String inner, StackCost cost) {
    assertThat(StackCost.of(WORKER + inner)).isEqualTo(cost);
  }

  @Test
  void unknownStackIsOther() {
    assertThat(StackCost.of("start_thread;some_function")).isEqualTo(StackCost.OTHER);
    assertThat(StackCost.of("")).isEqualTo(StackCost.OTHER);
  }

  @Test
  void samplesOfEachKindAreAddedUp() {
    Map<StackCost, Long> samples =
        StackCost.samples(
            List.of(
                "a;io/headwaiter/core/hello/Hello.parse 3",
                "b;io/headwaiter/core/hello/Hello.parse;memcpy 4",
                "nothing known 5"));

    assertThat(samples).isEqualTo(Map.of(StackCost.HELLO, 7L, StackCost.OTHER, 5L));
  }

  @Test
  void lineWithoutSamplesIsNamed() {
    assertThatThrownBy(() -> StackCost.samples(List.of("a;b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a;b");
  }
}
