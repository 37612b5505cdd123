package io.headwaiter.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.MessageDigest;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageWorkTest {
  private static final SiteLayout LAYOUT = new SiteLayout("", "S", "/s.css", "/l.png", Map.of());

  @Test
  void theWholeAmountIsHashed() throws Exception {
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(new byte[3 * 1024]);
    assertThat(new PageWork(3).work()).isEqualTo(sum[sum.length - 1]);
  }

  @Test
  void leavesThePageUnchanged() throws Exception {
    Page page = in -> LAYOUT.page("t").text(in.integer("p", 0, 9));
    Parameters five = new Parameters(name -> "5");
    assertThat(new PageWork(2).before(page).answer(five).toBytes())
        .isEqualTo(page.answer(five).toBytes());
    assertThat(PageWork.NONE.before(page)).isSameAs(page);
    assertThatThrownBy(() -> new PageWork(2).before(page).answer(new Parameters(name -> "x")))
        .isInstanceOf(PageError.class);
  }

  @Test
  void impossibleAmountsAreRefused() {
    assertThatThrownBy(() -> new PageWork(-1))
        .hasMessage("kibibytes is -1; give a whole number from 0 to 100000.");
    assertThatThrownBy(() -> new PageWork(100_001)).hasMessageContaining("100001");
  }
}
