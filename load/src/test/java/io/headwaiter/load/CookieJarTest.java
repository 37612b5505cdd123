package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CookieJarTest {
  private final CookieJar jar = new CookieJar();

  @Test
  void keepsTheLastValueOfEachName() {
    assertThat(jar.header()).isEmpty();
    jar.take("JSESSIONID=a1; Path=/shop; Secure; HttpOnly");
    jar.take("lang=en");
    jar.take("JSESSIONID=b2; Path=/shop");
    assertThat(jar.header()).isEqualTo("JSESSIONID=b2; lang=en");
  }

  @Test
  void removesExpiredCookies() {
    jar.take("a=1");
    jar.take("b=2; Max-Age=60");
    jar.take("a=; Max-Age=0");
    assertThat(jar.header()).isEqualTo("b=2");
    jar.take("b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
    assertThat(jar.header()).isEmpty();
  }

  @Test
  void ignoresMalformedCookies() {
    for (String other : new String[] {"", ";", "=", "novalue", "a=" + "x".repeat(5000)}) {
      jar.take(other);
    }
    assertThat(jar.header()).isEmpty();
  }

  @Test
  void keepsAtMostThirtyCookies() {
    for (int i = 0; i < 1000; i++) {
      jar.take("name" + i + "=1");
    }
    assertThat(jar.header().split(";", -1)).hasSize(30);
    jar.take("name0=2");
    assertThat(jar.header()).startsWith("name0=2; name1=1;");
  }
}
