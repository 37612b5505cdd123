package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JsseStatefulModeTest {
  private String mode;
  private String tickets;

  @BeforeEach
  void keep() {
    mode = System.getProperty(JsseStatefulMode.PROPERTY);
    tickets = System.getProperty(JsseStatefulMode.TICKET_COUNT_PROPERTY);
  }

  @AfterEach
  void restore() {
    put(JsseStatefulMode.PROPERTY, mode);
    put(JsseStatefulMode.TICKET_COUNT_PROPERTY, tickets);
  }

  @Test
  void enablesStatefulModeByDefault() {
    put(JsseStatefulMode.PROPERTY, null);
    put(JsseStatefulMode.TICKET_COUNT_PROPERTY, null);
    assertThat(JsseStatefulMode.enable()).isTrue();
    assertThat(System.getProperty(JsseStatefulMode.PROPERTY)).isEqualTo("false");
    assertThat(Integer.parseInt(System.getProperty(JsseStatefulMode.TICKET_COUNT_PROPERTY)))
        .isBetween(2, 10);
  }

  @Test
  void keepsConfiguredTicketCount() {
    put(JsseStatefulMode.PROPERTY, "false");
    put(JsseStatefulMode.TICKET_COUNT_PROPERTY, "7");
    assertThat(JsseStatefulMode.enable()).isTrue();
    assertThat(System.getProperty(JsseStatefulMode.TICKET_COUNT_PROPERTY)).isEqualTo("7");
  }

  @Test
  void keepsConfiguredStatelessMode() {
    put(JsseStatefulMode.PROPERTY, "true");
    put(JsseStatefulMode.TICKET_COUNT_PROPERTY, null);
    assertThat(JsseStatefulMode.enable()).isFalse();
    assertThat(System.getProperty(JsseStatefulMode.PROPERTY)).isEqualTo("true");
    assertThat(System.getProperty(JsseStatefulMode.TICKET_COUNT_PROPERTY)).isNull();
  }

  private static void put(String property, String value) {
    if (value == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }
}
