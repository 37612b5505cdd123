package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalStyleTest {
  @Test
  void readsNamesInAnyCase() {
    assertThat(RefusalStyle.parse("close")).isEqualTo(RefusalStyle.CLOSE);
    assertThat(RefusalStyle.parse(" Reset ")).isEqualTo(RefusalStyle.RESET);
    assertThat(RefusalStyle.parse("courtesy")).isEqualTo(RefusalStyle.COURTESY);
  }

  /** Codes as in the registry of TLS alerts (RFC 8446, section 6; RFC 6066, section 9). */
  @ParameterizedTest
  @CsvSource({
    "handshake_failure, 15030300020228",
    "access_denied, 15030300020231",
    "internal_error, 15030300020250",
    "user_canceled, 1503030002025a",
    "unrecognized_name, 15030300020270"
  })
  void readsAlertsByName(String name, String record) {
    RefusalStyle style = RefusalStyle.parse("alert:" + name);
    assertThat(style.kind()).isEqualTo(RefusalStyle.Kind.ALERT);
    assertThat(style.alert().alertName()).isEqualTo(name);
    assertThat(style.alert().record()).isEqualTo(HexFormat.of().parseHex(record));
    assertThat(RefusalStyle.ALLOWED).contains(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "alert", "alert:", "alert:40", "alert: access_denied", "courteous"})
  void parseErrorListsAllowedStyles(String wrong) {
    assertThatThrownBy(() -> RefusalStyle.parse(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + wrong + "\" is no refusal style; allowed is " + RefusalStyle.ALLOWED);
  }

  @Test
  void alertIsRequiredForItsKindOnly() {
    assertThatThrownBy(() -> new RefusalStyle(RefusalStyle.Kind.ALERT, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RefusalStyle(RefusalStyle.Kind.CLOSE, TlsAlert.INTERNAL_ERROR))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
