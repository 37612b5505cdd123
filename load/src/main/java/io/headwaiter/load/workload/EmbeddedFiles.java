package io.headwaiter.load.workload;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the files of the same site that a browser fetches with an HTML page: sources of images and
 * scripts, style sheets, icons and preloads. Without a parser: files that scripts or style sheets
 * load are not found. Stateless and thread-safe.
 */
final class EmbeddedFiles {
  private static final int MOST_FILES = 64;
  private static final int MOST_CHARACTERS = 200;
  private static final Pattern TAG =
      Pattern.compile("<(img|script|link)\\b([^>]{0,1000}+)>", Pattern.CASE_INSENSITIVE);
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "(?<![\\w-])(src|href|rel)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"']+))",
          Pattern.CASE_INSENSITIVE);

  private EmbeddedFiles() {}

  /**
   * Returns paths and queries of the files, each once, in the order of the page, at most 64.
   *
   * @param target path and query of the page, against which relative references count
   * @param page its first bytes, in a superset of ASCII
   * @param length number of valid bytes
   */
  static List<String> of(String target, byte[] page, int length) {
    String text = new String(page, 0, length, StandardCharsets.ISO_8859_1);
    List<String> files = new ArrayList<>();
    Matcher tags = TAG.matcher(text);
    while (tags.find() && files.size() < MOST_FILES) {
      String reference = reference(tags.group(1), tags.group(2));
      String file = reference == null ? null : resolved(target, reference);
      if (file != null && !files.contains(file)) {
        files.add(file);
      }
    }
    return files;
  }

  /** Returns what a tag makes a browser fetch, or null. */
  private static String reference(String tag, String attributes) {
    String source = null;
    String link = null;
    boolean fetched = false;
    Matcher all = ATTRIBUTE.matcher(attributes);
    while (all.find()) {
      String value = value(all);
      switch (all.group(1).toLowerCase(Locale.ROOT)) {
        case "src" -> source = source == null ? value : source;
        case "href" -> link = link == null ? value : link;
        default -> fetched = isFetched(value);
      }
    }
    if (tag.equalsIgnoreCase("link")) {
      return fetched ? link : null;
    }
    return source;
  }

  /** Returns what stands in quotes of one kind or the other, or without. */
  private static String value(Matcher attribute) {
    for (int group = 2; group <= 3; group++) {
      if (attribute.group(group) != null) {
        return attribute.group(group).replace("&amp;", "&");
      }
    }
    return attribute.group(4).replace("&amp;", "&");
  }

  private static boolean isFetched(String relation) {
    String lower = relation.toLowerCase(Locale.ROOT);
    return lower.contains("stylesheet") || lower.contains("icon") || lower.contains("preload");
  }

  /** Returns path and query of a reference to the same site, or null. */
  private static String resolved(String target, String reference) {
    boolean written = reference.chars().allMatch(c -> c > ' ' && c < 0x7f);
    boolean samePage = reference.isEmpty() || reference.startsWith("#");
    if (samePage || reference.length() > MOST_CHARACTERS || !written) {
      return null;
    }
    try {
      int query = target.indexOf('?');
      URI page = new URI(null, null, query < 0 ? target : target.substring(0, query), null);
      URI uri = page.resolve(new URI(reference));
      if (uri.isAbsolute() || uri.getRawAuthority() != null || uri.getRawPath().isEmpty()) {
        return null;
      }
      return uri.getRawQuery() == null
          ? uri.getRawPath()
          : uri.getRawPath() + '?' + uri.getRawQuery();
    } catch (URISyntaxException e) {
      return null; // a browser would ask for it in some way; the site's own files are written well
    }
  }
}
