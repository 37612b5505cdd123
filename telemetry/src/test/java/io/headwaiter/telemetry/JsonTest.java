package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void writesPlainValues() {
    assertThat(Json.write(null)).isEqualTo("null");
    assertThat(Json.write(true)).isEqualTo("true");
    assertThat(Json.write(42L)).isEqualTo("42");
    assertThat(Json.write(-7)).isEqualTo("-7");
    assertThat(Json.write(1.5)).isEqualTo("1.500000");
    assertThat(Json.write("plain")).isEqualTo("\"plain\"");
  }

  @Test
  void writesNonFiniteNumbersAsNull() {
    List<Object> values =
        List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            1.25f);
    assertThat(Json.write(values)).isEqualTo("[null,null,null,null,null,1.250000]");
    assertThat(Json.write(1e300)).matches("[0-9]+\\.000000");
  }

  @Test
  void escapesQuotesBackslashesAndControlCharacters() {
    assertThat(Json.write("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
    assertThat(Json.write("\n\r\t\0\u001f")).isEqualTo("\"\\u000a\\u000d\\u0009\\u0000\\u001f\"");
    assertThat(Json.write("über 東京 \uD83D\uDE00")).isEqualTo("\"über 東京 \uD83D\uDE00\"");
  }

  @Test
  void escapesKeys() {
    assertThat(Json.write(Map.of("a\"b", 1))).isEqualTo("{\"a\\\"b\":1}");
  }

  @Test
  void nestsMapsAndLists() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("empty", Map.of());
    page.put("none", List.of());
    page.put("list", Arrays.asList(1, null, Map.of("k", "v")));
    page.put("deep", Map.of("deeper", Map.of("deepest", false)));
    assertThat(Json.write(page))
        .isEqualTo(
            "{\"empty\":{},\"none\":[],\"list\":[1,null,{\"k\":\"v\"}],"
                + "\"deep\":{\"deeper\":{\"deepest\":false}}}");
  }

  @Test
  void writesOtherObjectsAsText() {
    assertThat(Json.write(Thread.State.NEW)).isEqualTo("\"NEW\"");
  }
}
