package io.headwaiter.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPatternsTest {
  private static final RequestPatterns SHOP =
      RequestPatterns.of("/shop/*/reviews, /shop/api/v1/orders, /api/**, /");

  @ParameterizedTest
  @CsvSource({
    "/shop/17/reviews, /shop/*/reviews",
    "/shop/a/reviews, /shop/*/reviews",
    "/shop/17;jsessionid=A/reviews;x, /shop/*/reviews",
    "/shop/17/reviews/, /shop/*",
    "/shop//reviews, /shop/",
    "/shop/api/v1/orders, /shop/api/v1/orders",
    "/shop/api/v1/orders/3, /shop/api",
    "/shop/api/v1/search, /shop/api",
    "/api, /api/**",
    "/api/, /api/**",
    "/api/v1/orders/3, /api/**",
    "/apis/v1, /apis/*",
    "/, /",
    "shop/17/reviews, shop/*",
  })
  void namesPathByFirstMatchingPattern(String path, String type) {
    assertThat(SHOP.typeOf(path)).isEqualTo(type);
  }

  @Test
  void usesFirstOfTwoMatchingPatterns() {
    assertThat(RequestPatterns.of("/a/*,/a/b").typeOf("/a/b")).isEqualTo("/a/*");
    assertThat(RequestPatterns.of("/a/b,/a/*").typeOf("/a/b")).isEqualTo("/a/b");
    assertThat(RequestPatterns.of("/**").typeOf("/a/b/c")).isEqualTo("/**");
  }

  @Test
  void namesByPathWithoutPattern() {
    assertThat(RequestPatterns.of(" ")).isSameAs(RequestPatterns.NONE);
    assertThat(RequestPatterns.NONE.typeOf("/item/17/bids")).isEqualTo("/item/*");
    assertThat(SHOP.typeOf(null)).isEqualTo(RequestType.OTHER);
  }

  @Test
  void printsPatternsAsRead() {
    assertThat(SHOP).hasToString("/shop/*/reviews,/shop/api/v1/orders,/api/**,/");
    assertThat(RequestPatterns.of(SHOP.toString())).hasToString(SHOP.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"shop", "/a,", "/a/**/b", "/a*", "/a/***", "/a b", "/a?b", "/a;b", "/a,/b,/a"})
  void rejectsInvalidPatternsWithExplanation(String text) {
    assertThatThrownBy(() -> RequestPatterns.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be used: ")
        .hasMessageContaining("Give paths like");
  }

  @Test
  void limitsNumberAndLengthOfPatterns() {
    String most = numbered(RequestPatterns.PATTERNS_MAX);
    assertThat(RequestPatterns.of(most).typeOf("/p63")).isEqualTo("/p63");
    assertThatThrownBy(() -> RequestPatterns.of(numbered(RequestPatterns.PATTERNS_MAX + 1)))
        .hasMessage("There are 65 URL patterns; give at most 64.");
    String longest = "/" + "x".repeat(RequestPatterns.PATTERN_CHARS_MAX - 1);
    assertThat(RequestPatterns.of(longest).typeOf(longest)).isEqualTo(longest);
    assertThatThrownBy(() -> RequestPatterns.of(longest + "x")).hasMessageContaining("longer than");
  }

  private static String numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> "/p" + i).collect(Collectors.joining(","));
  }

  /** Clients can send any path. */
  @Property
  void anyPathHasShortName(@ForAll String path) {
    assertThat(SHOP.typeOf(path))
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(RequestPatterns.PATTERN_CHARS_MAX);
  }

  @Property
  void matchesLongPaths(@ForAll int segments) {
    String path = String.join("", Collections.nCopies(Math.floorMod(segments, 2_000), "/a"));
    assertThat(RequestPatterns.of("/a/**").typeOf(path)).isEqualTo(path.isEmpty() ? "/" : "/a/**");
  }
}
