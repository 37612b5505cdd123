package io.headwaiter.apps.supplier;

import java.util.SplittableRandom;

/** Words for names and descriptions, drawn from a seeded source. Not thread-safe. */
final class SupplierText {
  private static final String[] WORDS = {
    "steel", "paper", "broad", "order", "freight", "ledger", "north", "crate", "signal", "copper",
    "annual", "harbour", "index", "method", "market", "engine", "quarry", "balance", "thread",
    "survey", "cargo", "timber", "atlas", "valve", "barrel", "circuit", "meadow", "printed"
  };
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  private final SplittableRandom random;

  SupplierText(SplittableRandom random) {
    this.random = random;
  }

  /** Returns words of together min to max characters, min at least 10. */
  String words(int min, int max) {
    int length = between(min, max);
    StringBuilder text = new StringBuilder(length + 10);
    while (text.length() < length) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    text.setLength(length);
    return text.toString().strip();
  }

  /** Returns a name of min to max letters. */
  String name(int min, int max) {
    int length = between(min, max);
    StringBuilder name = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
      name.append(i == 0 ? Character.toUpperCase(letter) : letter);
    }
    return name.toString();
  }

  /** Returns a string of {@code count} digits, of which the first is not 0. */
  String digits(int count) {
    StringBuilder digits = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      digits.append((char) ('0' + (i == 0 ? between(1, 9) : random.nextInt(10))));
    }
    return digits.toString();
  }

  /** Returns a whole number from min to max, both included. */
  int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }
}
