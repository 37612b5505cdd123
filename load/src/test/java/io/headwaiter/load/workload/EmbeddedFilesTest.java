package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EmbeddedFilesTest {
  private static List<String> of(String page) {
    byte[] bytes = page.getBytes(StandardCharsets.ISO_8859_1);
    return EmbeddedFiles.of("/shop/page?id=1", bytes, bytes.length);
  }

  @Test
  void findsWhatABrowserFetches() {
    assertThat(
            of(
                """
                <html><head><link rel="stylesheet" href="/a.css?v=2"><link href='icon.png' rel=icon>
                <LINK REL='shortcut icon' HREF='/favicon.ico'><link rel="canonical" href="/shop">
                <script async src = "../app.js"></script><script>var src = "/no.js";</script></head>
                <body><img data-src="later.png" alt="a" src="one.png?a=1&amp;b=2"><IMG SRC='/two.png'/><a href="/other">x</a></body>
                """))
        .containsExactly(
            "/a.css?v=2",
            "/shop/icon.png",
            "/favicon.ico",
            "/app.js",
            "/shop/one.png?a=1&b=2",
            "/two.png");
  }

  @Test
  void staysOnTheSite() {
    assertThat(
            of(
                """
                <img src="https://elsewhere/a.png"><img src="//elsewhere/b.png">
                <img src="data:image/png;base64,AAAA"><img src=""><img src="#top"><img src="/a b.png">
                <img src="/ok.png#part"><img src="/ok.png">
                """))
        .containsExactly("/ok.png");
  }

  @Test
  void isBoundedWhateverThePage() {
    StringBuilder page = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      page.append("<img src='/").append(i).append(".png'>");
    }
    assertThat(of(page.toString())).hasSize(64);
    assertThat(of("<img src='/" + "x".repeat(201) + "'>")).isEmpty();
    assertThat(of("<img ".repeat(10_000))).isEmpty();
    SplittableRandom random = new SplittableRandom(5);
    String[] parts = {
      "<img ", "src=", "\"", "'", "/", ">", "<link ", "rel=icon", "href=", "%", "\\"
    };
    for (int i = 0; i < 2000; i++) {
      StringBuilder noise = new StringBuilder();
      for (int k = 0; k < 40; k++) {
        noise.append(parts[random.nextInt(parts.length)]);
      }
      assertThat(of(noise.toString())).allSatisfy(file -> assertThat(file).startsWith("/"));
    }
  }
}
