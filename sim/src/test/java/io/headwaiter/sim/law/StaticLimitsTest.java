package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.hello;
import static io.headwaiter.sim.law.FakeServer.newcomer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law.Entrance;
import org.junit.jupiter.api.Test;

class StaticLimitsTest {
  private final FakeServer server = new FakeServer();

  @Test
  void connectionsBeyondLimitWaitThenAreRefused() {
    ConnectionLimit law = new ConnectionLimit(server, 2, 2);
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.ADMIT);
    server.connections = 2;
    assertThat(law.connection(newcomer(2, 0), 0)).isEqualTo(Entrance.WAIT);
    assertThat(law.connection(hello(3, Standing.CONTINUING, 0), 0))
        .as("a kernel does not know whose visit is under way")
        .isEqualTo(Entrance.WAIT);
    assertThat(law.connection(newcomer(4, 0), 0)).isEqualTo(Entrance.REFUSE);
  }

  @Test
  void backlogKeepsOrderAndDepartedClients() {
    ConnectionLimit law = new ConnectionLimit(server, 1, 3);
    server.connections = 1;
    law.connection(newcomer(1, 0), 0);
    law.connection(newcomer(2, 0), 0);
    law.gone(newcomer(1, 0), 5);
    assertThat(law.release(5)).isNull();
    server.connections = 0;
    assertThat(law.connection(newcomer(3, 0), 0)).as("behind the others").isEqualTo(Entrance.WAIT);
    assertThat(law.release(6).customer()).isEqualTo(1);
    assertThat(law.release(6).customer()).isEqualTo(2);
    assertThat(law.release(6).customer()).isEqualTo(3);
    assertThat(law.release(6)).isNull();
  }

  @Test
  void alwaysAdmitsVisitsUnderWay() {
    VisitLimit law = new VisitLimit(server, 10);
    server.visitsUnderWay = 9;
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.ADMIT);
    server.visitsUnderWay = 10;
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(hello(2, Standing.RETURNING, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(hello(3, Standing.CONTINUING, 0), 0)).isEqualTo(Entrance.ADMIT);
  }

  @Test
  void rejectsLimitsOutOfRange() {
    assertThatThrownBy(() -> new ConnectionLimit(server, 0, 1)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new VisitLimit(server, 0)).hasMessageContaining("above 0");
  }
}
