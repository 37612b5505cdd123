package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTest {
  @ParameterizedTest
  @ValueSource(ints = {400, 3072, 5 * 1024, 250 * 1024})
  void pictureIsReadableAndHasItsSize(int bytes) throws Exception {
    byte[] png = Pictures.png(100, 40, bytes);
    assertThat(png).hasSize(bytes);
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(read.getWidth()).isEqualTo(100);
    assertThat(read.getHeight()).isEqualTo(40);
  }

  @Test
  void tooFewBytesAreRefused() {
    assertThatThrownBy(() -> Pictures.png(100, 100, 60)).hasMessageContaining("bytes is 60; give");
  }

  @Test
  void everyPercentileHasAPicture() {
    int small = 0;
    for (int percentile = 0; percentile < 100; percentile++) {
      String path = Pictures.image(7, percentile);
      assertThat(Pictures.known(path)).isTrue();
      small += path.equals("/image5/7.png") ? 1 : 0;
    }
    assertThat(small).isEqualTo(45);
    assertThat(Pictures.image(7, 99)).isEqualTo("/image250/7.png");
    assertThatThrownBy(() -> Pictures.image(7, 100)).hasMessageContaining("0 to 99");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/thumb/0.png", "/thumb/1.png ", "//thumb/1.png", "/image7/1.png", "/thumb/a"})
  void otherPathsAreUnknown(String path) {
    assertThat(Pictures.known(path)).isFalse();
  }
}
