package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The balancer of the laboratory is the documented one. */
class BalancerConfigurationTest {
  @Test
  void namesServersOfThisMachine() throws Exception {
    String text =
        BalancerConfiguration.of(
            7000,
            List.of(
                new BalancerConfiguration.Node(8001, 9001, 9101),
                new BalancerConfiguration.Node(8002, 9002, 9102)));
    assertThat(text)
        .contains("bind 127.0.0.1:7000")
        .contains("balance roundrobin")
        .contains("server a 127.0.0.1:8001 send-proxy-v2 port 9001 agent-port 9101")
        .contains("server b 127.0.0.1:8002 send-proxy-v2 port 9002 agent-port 9102")
        .contains("hdr Host localhost")
        .contains("agent-check agent-inter 1s")
        .doesNotContain("stick", "192.0.2.1", "9180", "9181", ":443", "tcplog");
  }
}
