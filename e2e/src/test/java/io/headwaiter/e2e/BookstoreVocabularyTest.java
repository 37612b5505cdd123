package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.apps.bookstore.BookstorePages;
import io.headwaiter.apps.bookstore.EightPages;
import io.headwaiter.lab.workload.BookstoreInteraction;
import io.headwaiter.lab.workload.EightInteraction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Shop and laboratory know nothing of each other, but mean the same pages. */
class BookstoreVocabularyTest {
  @Test
  void fourteenInteractions() {
    assertThat(
            Arrays.stream(BookstoreInteraction.values())
                .map(one -> one.label() + one.path() + one.heading()))
        .containsExactlyElementsOf(
            Arrays.stream(BookstorePages.values())
                .map(page -> page.pageName() + page.path() + page.heading())
                .toList());
  }

  @Test
  void eightTypes() {
    assertThat(
            Arrays.stream(EightInteraction.values())
                .map(one -> one.label() + one.path() + one.heading()))
        .containsExactlyElementsOf(
            Arrays.stream(EightPages.values())
                .map(page -> page.pageName() + page.path() + page.heading())
                .toList());
  }
}
