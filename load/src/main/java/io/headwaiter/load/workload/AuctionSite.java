package io.headwaiter.load.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The facts about the auction that every customer knows in advance. Immutable and thread-safe.
 *
 * @param users registered users; user n has the nickname "user" + n and the password "password" + n
 * @param categories ids run from 1 to this number
 * @param regions ids run from 1 to this number
 * @param items before a page has shown an item, item ids are drawn from 1 to this number
 */
public record AuctionSite(int users, int categories, int regions, int items) {
  private static final List<String> REGIONS = encodedLines("rubis-regions.txt");
  private static final List<String> CATEGORIES = encodedLines("rubis-categories.txt");

  /** Checks that there is at least one of each. */
  public AuctionSite {
    if (users < 1 || categories < 1 || regions < 1 || items < 1) {
      throw new IllegalArgumentException(
          "The auction has "
              + users
              + " users, "
              + categories
              + " categories, "
              + regions
              + " regions and "
              + items
              + " items; give at least 1 of each.");
    }
  }

  /** Returns the name of a region, encoded for a URL. */
  String regionName(int id) {
    return id <= REGIONS.size() ? REGIONS.get(id - 1) : "Region+" + id;
  }

  /** Returns the name of a category, encoded for a URL. */
  String categoryName(int id) {
    return id <= CATEGORIES.size() ? CATEGORIES.get(id - 1) : "Category+" + id;
  }

  private static List<String> encodedLines(String resource) {
    try (InputStream in = AuctionSite.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The list " + resource + " is missing from the jar.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> URLEncoder.encode(line, StandardCharsets.UTF_8))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the list " + resource + ".", e);
    }
  }
}
