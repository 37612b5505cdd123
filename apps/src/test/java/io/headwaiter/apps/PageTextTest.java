package io.headwaiter.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

/** For any input, pages escape it, and parameters accept it or refuse it with an error. */
class PageTextTest {
  private static final SiteLayout LAYOUT = new SiteLayout("", "S", "/s.css", "/l.png", Map.of());

  @Property(tries = 500)
  void textNeverAddsMarkupAndIsNeverLost(@ForAll String text) {
    String empty = new String(LAYOUT.page("t").toBytes(), StandardCharsets.UTF_8);
    HtmlPage out = LAYOUT.page("t").text(text);
    String page = new String(out.toBytes(), StandardCharsets.UTF_8);
    int at = empty.indexOf(SiteLayout.FOOT);
    String written = page.substring(at, page.length() - SiteLayout.FOOT.length());
    assertThat(written).doesNotContain("<", ">", "\"", "'");
    String back =
        written
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
    assertThat(back)
        .isEqualTo(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
  }

  @Property(tries = 500)
  void acceptsTextWithinBoundsOrAnswers400(@ForAll @StringLength(max = 30) String text) {
    Parameters in = new Parameters(name -> text);
    try {
      assertThat(in.text("p", 1, 20)).hasSizeBetween(1, 20);
    } catch (PageError e) {
      assertThat(e.status()).isEqualTo(400);
      assertThat(e).hasMessageContaining("The parameter p ");
    }
    try {
      assertThat(in.integer("p", -3, 1000)).isBetween(-3, 1000);
    } catch (PageError e) {
      assertThat(e).hasMessageContaining("a whole number from -3 to 1000");
    }
  }

  @Property
  void everyWholeNumberInRangeIsRead(@ForAll int number) {
    Parameters in = new Parameters(name -> Integer.toString(number));
    assertThat(in.integer("p", Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo(number);
    if (number < 0) {
      assertThatThrownBy(() -> in.id("p")).isInstanceOf(PageError.class);
    }
  }

  @Property
  void everyAmountInRangeIsRead(
      @ForAll @net.jqwik.api.constraints.IntRange(max = 1_000_000) int cents) {
    BigDecimal amount = BigDecimal.valueOf(cents, 2);
    Parameters in = new Parameters(name -> amount.toPlainString());
    assertThat(in.money("p", BigDecimal.ZERO, BigDecimal.valueOf(10_000))).isEqualTo(amount);
  }

  @Property
  void aLinkNeverEndsItsAttribute(@ForAll String value) {
    String url = Url.of("/P").with("a", value).with("b", 1).toString();
    assertThat(url)
        .startsWith("/P?a=")
        .endsWith("&b=1")
        .matches("[!-~]*")
        .doesNotContain("\"", "<");
  }
}
