package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.session.OpenConnection.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class CourtesyConnectionsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CourtesyConnections connections = new CourtesyConnections();
  private final List<String> ended = new ArrayList<>();

  /** A connection that a worker keeps open if it is busy. */
  private Closer closer(String name, boolean busy) {
    return new Closer() {
      @Override
      public void close(boolean onlyIdle, BooleanSupplier claim) {
        if (!busy && claim.getAsBoolean()) {
          ended.add(name + " closed");
        }
      }

      @Override
      public void cut() {
        ended.add(name + " cut");
      }
    };
  }

  @Test
  void endsConnectionsAtTheirDeadlines() {
    connections.add(closer("first", false), 0);
    connections.add(closer("second", false), SECOND);
    connections.look(10 * SECOND - 1);
    assertThat(ended).isEmpty();
    connections.look(10 * SECOND);
    assertThat(ended).containsExactly("first closed", "first cut");
    connections.look(11 * SECOND);
    assertThat(ended).endsWith("second closed", "second cut");
    connections.look(60 * SECOND);
    assertThat(ended).as("each once").hasSize(4);
  }

  @Test
  void cutsConnectionThatWorkerKeeps() {
    connections.add(closer("busy", true), 0);
    connections.look(10 * SECOND);
    assertThat(ended).containsExactly("busy cut");
  }
}
