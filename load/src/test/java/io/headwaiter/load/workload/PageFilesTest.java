package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageFilesTest {
  private static final List<String> FILES = IntStream.range(0, 40).mapToObj(i -> "/f" + i).toList();

  @Test
  void pageEmbedsTheSameFilesEachTime() {
    PageFiles files = new PageFiles(FILES, 6, 30, false);
    Set<Integer> sizes = new HashSet<>();
    for (int page = 0; page < 1000; page++) {
      List<String> embedded = files.of(page);
      assertThat(embedded).hasSizeBetween(6, 30).doesNotHaveDuplicates().isSubsetOf(FILES);
      assertThat(files.of(page)).isEqualTo(embedded);
      sizes.add(embedded.size());
    }
    assertThat(sizes).contains(6, 30).hasSize(25);
  }

  @Test
  void allFilesOrNone() {
    assertThat(PageFiles.all(FILES).of(7)).isEqualTo(FILES);
    assertThat(PageFiles.NONE.of(7)).isEmpty();
    assertThat(PageFiles.NONE.none()).isTrue();
    assertThat(PageFiles.ofHtml().none()).isFalse();
  }

  @Test
  void explainsWrongNumbers() {
    assertThatThrownBy(() -> new PageFiles(FILES, 30, 6, false))
        .hasMessageContaining("30 to 6 of 40");
    assertThatThrownBy(() -> new PageFiles(FILES, 6, 41, false))
        .hasMessageContaining("6 to 41 of 40");
    assertThatThrownBy(() -> new PageFiles(FILES, 6, 30, true))
        .hasMessageContaining("one or the other");
    assertThatThrownBy(() -> new PageFiles(List.of("x"), 0, 1, false))
        .hasMessageContaining("asset x");
  }

  @Test
  void customerEmbedsWhatItsPageShows() {
    PlainWorkload workload = new PlainWorkload(2, true, List.of("/a/b"), PageFiles.ofHtml());
    Customer customer = workload.newCustomer(new SplittableRandom(1));
    assertThat(customer.images()).isEmpty();
    Step step = customer.next(0).orElseThrow();
    byte[] page = "<img src='c.png'>".getBytes(StandardCharsets.US_ASCII);
    assertThat(customer.read(step.interaction(), page, page.length)).isTrue();
    assertThat(customer.images()).containsExactly("/a/c.png");
  }
}
