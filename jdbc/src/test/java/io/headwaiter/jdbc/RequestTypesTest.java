package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class RequestTypesTest {
  private static String type(MappingMatch match, String pattern, String uri) {
    HttpServletMapping mapping =
        answers(HttpServletMapping.class, name -> name.equals("getMappingMatch") ? match : pattern);
    HttpServletRequest request =
        answers(
            HttpServletRequest.class,
            name ->
                switch (name) {
                  case "getHttpServletMapping" -> mapping;
                  case "getContextPath" -> "/app";
                  default -> uri;
                });
    return RequestTypes.of(request);
  }

  private interface Answer {
    Object to(String name);
  }

  private static <T> T answers(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            RequestTypesTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName())));
  }

  @Test
  void anExactMappingIsTheType() {
    assertThat(type(MappingMatch.EXACT, "/search", "/app/search;jsessionid=1"))
        .isEqualTo("/search");
  }

  @Test
  void elseTwoSegmentsOfThePathAre() {
    assertThat(type(MappingMatch.DEFAULT, "/", "/app/shop/item/17/reviews"))
        .isEqualTo("/shop/item");
    assertThat(type(MappingMatch.PATH, "/shop/*", "/app/shop/item;v=1/17")).isEqualTo("/shop/item");
    assertThat(type(MappingMatch.DEFAULT, "/", "/app/shop")).isEqualTo("/shop");
    assertThat(type(MappingMatch.DEFAULT, "/", "/app/")).isEqualTo("/");
    assertThat(type(MappingMatch.DEFAULT, "/", "/app")).isEmpty();
  }
}
