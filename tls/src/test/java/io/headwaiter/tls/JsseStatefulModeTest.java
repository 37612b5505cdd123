package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JsseStatefulModeTest {
  private String mode;
  private String tickets;
  private String sessions;

  @BeforeEach
  void keep() {
    mode = System.getProperty(JsseStatefulMode.PROPERTY);
    tickets = System.getProperty(JsseStatefulMode.TICKET_COUNT_PROPERTY);
    sessions = System.getProperty(JsseStatefulMode.CACHE_PROPERTY);
  }

  @AfterEach
  void restore() {
    put(JsseStatefulMode.PROPERTY, mode);
    put(JsseStatefulMode.TICKET_COUNT_PROPERTY, tickets);
    put(JsseStatefulMode.CACHE_PROPERTY, sessions);
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
  void keepsAsManySessionsAsFitTheHeap() {
    assertThat(JsseStatefulMode.sessionsFor(100L << 20)).isEqualTo(20_480);
    assertThat(JsseStatefulMode.sessionsFor(1L << 30)).isEqualTo(65_536);
    assertThat(JsseStatefulMode.sessionsFor(100L << 30)).isEqualTo(131_072);
    put(JsseStatefulMode.CACHE_PROPERTY, null);
    JsseStatefulMode.enable();
    assertThat(Long.parseLong(System.getProperty(JsseStatefulMode.CACHE_PROPERTY)))
        .isBetween(20_480L, 131_072L);
    put(JsseStatefulMode.CACHE_PROPERTY, "500");
    JsseStatefulMode.enable();
    assertThat(System.getProperty(JsseStatefulMode.CACHE_PROPERTY)).isEqualTo("500");
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
