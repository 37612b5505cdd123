package io.headwaiter.apps.auction;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The 20 categories and 62 regions of RUBiS, with the numbers of active items it generates. */
final class Catalogue {
  /** The categories in the order of their ids, 1 to 20. */
  static final List<Category> CATEGORIES = readCategories();

  /** The regions in the order of their ids, 1 to 62. */
  static final List<Region> REGIONS = readRegions();

  private Catalogue() {}

  /** A category and its number of open auctions at the original size. */
  record Category(int id, String name, int originalActiveItems) {}

  /** A region of sellers. */
  record Region(int id, String name) {}

  private static List<Category> readCategories() {
    Pattern line = Pattern.compile("(\\d+),\"?([^\"]+?)\"?,(\\d+)");
    return lines("categories.csv").stream()
        .map(text -> match(line, text))
        .map(
            m ->
                new Category(
                    Integer.parseInt(m.group(1)), m.group(2), Integer.parseInt(m.group(3))))
        .toList();
  }

  private static List<Region> readRegions() {
    Pattern line = Pattern.compile("(\\d+),(.+)");
    return lines("regions.csv").stream()
        .map(text -> match(line, text))
        .map(m -> new Region(Integer.parseInt(m.group(1)), m.group(2)))
        .toList();
  }

  private static Matcher match(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalStateException("Not a line of the catalogue: " + line);
    }
    return matcher;
  }

  private static List<String> lines(String resource) {
    return new String(Resources.bytes(resource), StandardCharsets.UTF_8).lines().skip(1).toList();
  }

  /** Files in the package of this class. */
  static final class Resources {
    private Resources() {}

    static byte[] bytes(String name) {
      try (InputStream in = Catalogue.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IllegalStateException("The resource " + name + " is missing from the jar.");
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the resource " + name, e);
      }
    }
  }
}
