package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@code sim} command. */
@Tag("once")
class SimCommandTest {
  private static final String[] SHORT = {
    "sim", "--scenario", "quota-halved", "--law", "headwaiter", "--seeds", "1", "--processors", "1"
  };

  @TempDir private Path folder;

  private static String[] withFile(Path file) {
    String[] all = Arrays.copyOf(SHORT, SHORT.length + 2);
    all[SHORT.length] = "--json";
    all[SHORT.length + 1] = file.toString();
    return all;
  }

  @Test
  void writesSameFileForSameSeed() throws Exception {
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    Command result = Command.headwaiter(withFile(first));
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("quota-halved: catches", "headwaiter", "1 runs, seeds 1 to 1: ");
    assertThat(Command.headwaiter(withFile(second)).exitCode()).isZero();
    assertThat(first).hasSameTextualContentAs(second);
    JsonNode row = new ObjectMapper().readTree(first.toFile()).get("rows").get(0);
    assertThat(row.get("law").asText()).isEqualTo("headwaiter");
    assertThat(row.get("ofFluid").asDouble()).isBetween(0.8, 1.2);
    assertThat(row.get("seeds")).hasSize(1);
  }

  @Test
  void listsScenariosAndLaws() throws Exception {
    assertThat(Command.headwaiter("sim", "--list").out())
        .contains("flash-crowd", "retry-storm", "harvest", "headwaiter", "none");
    assertThat(Command.headwaiter("sim", "--list", "--predict").out()).contains("clients-100000");
  }

  @Test
  void reportsWrongOptions() throws Exception {
    Command result = Command.headwaiter("sim", "--scenario", "flood");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--scenario is flood; allowed is all or some of steady-1x,");
    assertThat(Command.headwaiter("sim", "--scenario", "hog,flood").err())
        .contains("--scenario is hog,flood; allowed is all or some of");
    assertThat(Command.headwaiter("sim", "--law", "x").err()).contains("--law is x; allowed is");
    assertThat(Command.headwaiter("sim", "--processors", "65").err())
        .contains("--processors is 65.0; allowed is above 0, at most 64.");
    assertThat(Command.headwaiter("sim", "--seeds", "0").err())
        .contains("--seeds is 0; allowed is 1 to 100.");
  }
}
