package io.headwaiter.apps.auction;

import java.util.SplittableRandom;

/** Words for names, descriptions and comments: pieces of one seeded text. Not thread-safe. */
final class GeneratedText {
  private static final int CORPUS_CHARS = 1 << 16;
  private static final String[] ADJECTIVES = {
    "Old",
    "Brass",
    "Painted",
    "Signed",
    "Rare",
    "Blue",
    "Wooden",
    "Silver",
    "Little",
    "Grand",
    "Used",
    "Boxed",
    "Complete",
    "Early",
    "Late",
    "Plain"
  };
  private static final String[] NOUNS = {
    "lamp", "atlas", "chair", "coin", "teapot", "camera", "violin", "ticket", "doll", "radio",
    "stamp", "vase", "jacket", "clock", "engine", "print"
  };
  private static final String[] WORDS = {
    "this",
    "piece",
    "was",
    "found",
    "in",
    "a",
    "dry",
    "attic",
    "and",
    "shows",
    "small",
    "marks",
    "of",
    "use",
    "the",
    "handle",
    "is",
    "original",
    "with",
    "its",
    "box",
    "payment",
    "within",
    "ten",
    "days",
    "shipping",
    "at",
    "cost",
    "from",
    "an",
    "honest",
    "seller",
    "no",
    "returns",
    "after",
    "two",
    "weeks",
    "colour",
    "as",
    "pictured",
    "works",
    "well",
    "collectors",
    "will",
    "know",
    "why",
    "it",
    "rarely",
    "turns",
    "up"
  };

  private final SplittableRandom random;
  private final String corpus;

  GeneratedText(SplittableRandom random) {
    this.random = random;
    StringBuilder all = new StringBuilder(CORPUS_CHARS + 16);
    while (all.length() < CORPUS_CHARS) {
      all.append(WORDS[random.nextInt(WORDS.length)]);
      all.append(random.nextInt(9) == 0 ? ". " : " ");
    }
    this.corpus = all.toString();
  }

  /** Returns a name, for example "Brass lamp no. 17". */
  String itemName(int id) {
    String adjective = ADJECTIVES[random.nextInt(ADJECTIVES.length)];
    return adjective + " " + NOUNS[random.nextInt(NOUNS.length)] + " no. " + id;
  }

  /** Returns text of uniformly distributed length, 1 to maxChars, at most 8192. */
  String upTo(int maxChars) {
    int length = 1 + random.nextInt(maxChars);
    int from = random.nextInt(CORPUS_CHARS - length);
    return corpus.substring(from, from + length);
  }
}
