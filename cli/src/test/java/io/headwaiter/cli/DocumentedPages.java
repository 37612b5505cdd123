package io.headwaiter.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages that people read. */
final class DocumentedPages {
  private static final Path ROOT = Path.of("..");

  private DocumentedPages() {}

  /** Returns README, CONTRIBUTING and the pages of the docs, without those of decisions. */
  static List<Path> all() throws IOException {
    List<Path> pages =
        new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      pages.addAll(docs.filter(page -> page.toString().endsWith(".md")).sorted().toList());
    }
    return pages;
  }
}
