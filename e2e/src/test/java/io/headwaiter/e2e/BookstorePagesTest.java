package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.apps.bookstore.BookstorePages;
import io.headwaiter.apps.bookstore.EightPages;
import io.headwaiter.load.workload.BookstoreInteraction;
import io.headwaiter.load.workload.EightInteraction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The bookstore and the load generator do not depend on each other, but mean the same pages. */
class BookstorePagesTest {
  @Test
  void loadAndShopAgreeOnFourteenPages() {
    assertThat(
            Arrays.stream(BookstoreInteraction.values())
                .map(one -> one.label() + one.path() + one.heading()))
        .containsExactlyElementsOf(
            Arrays.stream(BookstorePages.values())
                .map(page -> page.pageName() + page.path() + page.heading())
                .toList());
  }

  @Test
  void loadAndShopAgreeOnEightPages() {
    assertThat(
            Arrays.stream(EightInteraction.values())
                .map(one -> one.label() + one.path() + one.heading()))
        .containsExactlyElementsOf(
            Arrays.stream(EightPages.values())
                .map(page -> page.pageName() + page.path() + page.heading())
                .toList());
  }
}
