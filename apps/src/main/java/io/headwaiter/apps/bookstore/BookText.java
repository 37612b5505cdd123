package io.headwaiter.apps.bookstore;

import java.util.SplittableRandom;

/** Words for names and descriptions: pieces of one seeded text. Not thread-safe. */
final class BookText {
  private static final int CORPUS_CHARS = 1 << 15;
  private static final String[] WORDS = {
    "the", "river", "of", "a", "quiet", "house", "and", "winter", "light", "on", "stone", "his",
    "mother", "letters", "from", "north", "garden", "under", "old", "road", "to", "sea", "with",
    "seven", "maps", "night", "train", "in", "paper", "city", "her", "bread", "salt", "clock",
    "without", "hands"
  };
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  private final SplittableRandom random;
  private final String corpus;

  BookText(SplittableRandom random) {
    this.random = random;
    StringBuilder all = new StringBuilder(CORPUS_CHARS + 16);
    while (all.length() < CORPUS_CHARS) {
      all.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    this.corpus = all.toString();
  }

  /**
   * Returns text of min to max characters, max at most 500, that neither begins nor ends with a
   * blank.
   */
  String between(int min, int max) {
    int length = min + random.nextInt(max - min + 1);
    int from = random.nextInt(CORPUS_CHARS - length);
    String piece = corpus.substring(from, from + length);
    char first = piece.charAt(0) == ' ' ? 'O' : piece.charAt(0);
    char last = piece.charAt(length - 1) == ' ' ? 'y' : piece.charAt(length - 1);
    return length < 2 ? "y" : first + piece.substring(1, length - 1) + last;
  }

  /** Returns a name of min to max letters. */
  String name(int min, int max) {
    StringBuilder name = new StringBuilder(max);
    int length = min + random.nextInt(max - min + 1);
    for (int i = 0; i < length; i++) {
      char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
      name.append(i == 0 ? Character.toUpperCase(letter) : letter);
    }
    return name.toString();
  }

  /** Returns a string of {@code count} digits. */
  String digits(int count) {
    StringBuilder digits = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }
}
