package io.headwaiter.apps;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A simple checker: tags balance, attributes are quoted, and no other angle bracket or ampersand is
 * raw.
 */
public final class WellFormed {
  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-z][a-z0-9]*)((?:\\s+[a-z-]+=\"[^\"<]*\")*)\\s*>");
  private static final Pattern BAD_AMPERSAND = Pattern.compile("&(?!(amp|lt|gt|quot|#39);)");
  private static final Set<String> VOID = Set.of("meta", "link", "img", "input", "br");
  private static final String DOCTYPE = "<!DOCTYPE html>";

  private WellFormed() {}

  /** Returns the defects of the page; empty if there are none. */
  public static List<String> problems(String html) {
    List<String> problems = new ArrayList<>();
    if (!html.startsWith(DOCTYPE)) {
      problems.add("no doctype");
      return problems;
    }
    String rest = html.substring(DOCTYPE.length());
    Matcher ampersand = BAD_AMPERSAND.matcher(rest);
    if (ampersand.find()) {
      problems.add("raw ampersand at " + around(rest, ampersand.start()));
    }
    Deque<String> open = new ArrayDeque<>();
    Matcher tag = TAG.matcher(rest);
    int done = 0;
    while (tag.find()) {
      text(rest, done, tag.start(), problems);
      done = tag.end();
      nest(tag, open, problems);
    }
    text(rest, done, rest.length(), problems);
    open.forEach(left -> problems.add("never closed: " + left));
    return problems;
  }

  private static void nest(Matcher tag, Deque<String> open, List<String> problems) {
    String name = tag.group(2);
    if (tag.group(1).isEmpty()) {
      if (!VOID.contains(name)) {
        open.push(name);
      }
    } else if (open.isEmpty() || !open.pop().equals(name)) {
      problems.add("closed but not open: " + name + " at " + tag.start());
    }
  }

  private static void text(String html, int from, int to, List<String> problems) {
    for (int i = from; i < to; i++) {
      if (html.charAt(i) == '<' || html.charAt(i) == '>') {
        problems.add("raw bracket at " + around(html, i));
      }
    }
  }

  private static String around(String html, int at) {
    return html.substring(Math.max(0, at - 20), Math.min(html.length(), at + 20));
  }
}
