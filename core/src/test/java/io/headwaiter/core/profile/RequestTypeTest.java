package io.headwaiter.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTypeTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/item, /item",
    "/shop/item/17, /shop/item",
    "/item/17/bids, /item/*",
    "/item/a17, /item/*",
    "/item;jsessionid=1A2B/list;x=3, /item/list",
    "//, //",
    "/2026/11/21, /*/*",
    "*, *",
    "'', /",
  })
  void namesPathByItsFirstSegments(String path, String type) {
    assertThat(RequestType.ofPath(path)).isEqualTo(type);
  }

  @Test
  void limitsNamesToEightyCharacters() {
    assertThat(RequestType.ofPath("/" + "x".repeat(100_000))).hasSize(80);
  }

  @Test
  void replacesControlCharacters() {
    assertThat(RequestType.ofPath("/\u001b[/a\nb\u007f")).isEqualTo("/?[/a?b?");
  }

  @Test
  void namesMissingPathOther() {
    assertThat(RequestType.ofPath(null)).isEqualTo(RequestType.OTHER);
  }

  /**
   * For any path the name is bounded, has no digits, path parameters or control characters, and is
   * its own name.
   */
  @Property
  void anyPathHasBoundedName(@ForAll String path) {
    String type = RequestType.ofPath(path);
    assertThat(type).isNotEmpty().hasSizeLessThanOrEqualTo(80).doesNotContain(";");
    assertThat(type.chars()).noneMatch(c -> (c >= '0' && c <= '9') || c < ' ' || c == 127);
    assertThat(RequestType.ofPath(type)).isEqualTo(type);
  }
}
