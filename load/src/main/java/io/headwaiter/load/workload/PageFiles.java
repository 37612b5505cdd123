package io.headwaiter.load.workload;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What the pages of a site embed, as far as its customers know. Immutable and thread-safe.
 *
 * @param files targets of files, at most 64, no two the same; none if pages are read
 * @param least the fewest of them that a page embeds, 0 to {@code most}
 * @param most the most, at most their number; which ones is the same for a page in every run
 * @param read whether pages are read as HTML to find what they embed
 */
public record PageFiles(List<String> files, int least, int most, boolean read) {
  /** Pages embed nothing that a customer would fetch. */
  public static final PageFiles NONE = new PageFiles(List.of(), 0, 0, /* read= */ false);

  private static final int MOST_FILES = 64;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with a message on what is wrong, what is allowed and what to
   *     do
   */
  public PageFiles {
    files = Targets.checked("asset", files, 0, MOST_FILES);
    if (least < 0 || least > most || most > files.size()) {
      throw new IllegalArgumentException(
          "A page embeds %d to %d of %d assets; allowed is from 0 to all of them, the smaller number first."
              .formatted(least, most, files.size()));
    }
    if (read && !files.isEmpty()) {
      throw new IllegalArgumentException(
          "Assets are given, but pages are read to find what they embed. Do one or the other.");
    }
  }

  /** Every page embeds all of these files. */
  public static PageFiles all(List<String> files) {
    return new PageFiles(files, files.size(), files.size(), /* read= */ false);
  }

  /** Pages are read to find what they embed. */
  public static PageFiles ofHtml() {
    return new PageFiles(List.of(), 0, 0, /* read= */ true);
  }

  /** Whether no page embeds anything that a customer would fetch. */
  public boolean none() {
    return files.isEmpty() && !read;
  }

  /** Returns the files of a page: successive ones of the list, from a place of the page's own. */
  List<String> of(int page) {
    if (least == files.size()) {
      return files;
    }
    SplittableRandom random = new SplittableRandom(page);
    int count = least + random.nextInt(most - least + 1);
    int first = random.nextInt(files.size());
    return IntStream.range(first, first + count)
        .mapToObj(i -> files.get(i % files.size()))
        .toList();
  }
}
