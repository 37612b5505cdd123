package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JsseRenegotiationTest {
  private final String before = System.getProperty(JsseRenegotiation.PROPERTY);

  @AfterEach
  void restore() {
    put(before);
  }

  @Test
  void refusesRenegotiationByDefault() {
    put(null);
    JsseRenegotiation.refuse();
    assertThat(System.getProperty(JsseRenegotiation.PROPERTY)).isEqualTo("true");
  }

  @Test
  void keepsConfiguredValue() {
    put("false");
    JsseRenegotiation.refuse();
    assertThat(System.getProperty(JsseRenegotiation.PROPERTY)).isEqualTo("false");
  }

  private static void put(String value) {
    if (value == null) {
      System.clearProperty(JsseRenegotiation.PROPERTY);
    } else {
      System.setProperty(JsseRenegotiation.PROPERTY, value);
    }
  }
}
