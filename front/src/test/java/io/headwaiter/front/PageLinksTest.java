package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each link from a page to another file, or to a heading, leads somewhere. */
class PageLinksTest {
  private static final int FOLDERS_DEEP = 4;
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  @TempDir private Path folder;

  @Test
  void linksOfThisProjectLeadSomewhere() throws Exception {
    List<Path> pages = pages(Path.of(".."));
    assertThat(pages).hasSizeGreaterThan(100);
    assertThat(broken(pages)).isEmpty();
  }

  @Test
  void findsWhatIsMissing() throws Exception {
    Files.writeString(
        folder.resolve("a.md"),
        """
        # One `word` more
        [here](#one-word-more), [there](b.md#two), [far](https://example.org/gone.md),
        [no file](gone.md), [no heading](b.md#three), [none here](#two)
        """);
    Files.writeString(folder.resolve("b.md"), "## Two\n```\n# Three\n```\n");
    assertThat(broken(pages(folder)))
        .containsExactly("a.md: gone.md", "a.md: b.md#three", "a.md: #two");
  }

  private static List<Path> pages(Path root) throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        root,
        Set.of(),
        FOLDERS_DEEP,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean left = name.startsWith(".") || name.equals("target");
            return left && !folder.equals(root)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    pages.sort(null);
    return pages;
  }

  private static List<String> broken(List<Path> pages) throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        if (!leadsSomewhere(page, link.group(1))) {
          broken.add(page.getFileName() + ": " + link.group(1));
        }
      }
    }
    return broken;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    if (ELSEWHERE.matcher(link).matches()) {
      return true;
    }
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  /** Returns the anchors of the headings, as GitHub makes them. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .forEach(anchors::add);
    return anchors;
  }
}
