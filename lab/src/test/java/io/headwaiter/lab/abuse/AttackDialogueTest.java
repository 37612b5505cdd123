package io.headwaiter.lab.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttackDialogueTest {
  private static final Tally TALLY = new Tally(9, 8, 7, 6, 5);

  private final List<String> done = new ArrayList<>();
  private final Attacker attacker =
      new Attacker() {
        @Override
        public void prepare() {
          done.add("prepare");
        }

        @Override
        public Tally run(Duration duration) {
          done.add("run " + duration.toMillis());
          return TALLY;
        }
      };

  private String follow(String orders) throws Exception {
    StringWriter said = new StringWriter();
    AttackDialogue.follow(
        attacker,
        Duration.ofMillis(300),
        new BufferedReader(new StringReader(orders)),
        new PrintWriter(said));
    return said.toString();
  }

  @Test
  void preparesAndAttacksAsToldAndEndsThen() throws Exception {
    assertThat(follow("prepare\nattack\nattack\n").lines())
        .containsExactly("prepared", "9 8 7 6 5");
    assertThat(done).containsExactly("prepare", "run 300");
    assertThat(Tally.of("9 8 7 6 5")).isEqualTo(TALLY);
  }

  @Test
  void endsWithItsInput() throws Exception {
    assertThat(follow("prepare\n").lines()).containsExactly("prepared");
    assertThat(done).containsExactly("prepare");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> follow("stop\n")).hasMessageContaining("prepare or attack");
    assertThatThrownBy(() -> Tally.of("1 2 3")).hasMessageContaining("five numbers");
    assertThatThrownBy(() -> Tally.of("-1 2 3 4 5")).hasMessageContaining("five numbers");
  }
}
