package io.headwaiter.load.workload;

/** TPC-W's names for numbers: every decimal digit is a syllable. */
final class Digsyl {
  private static final String[] SYLLABLES = {
    "BA", "OG", "AL", "RI", "RE", "SE", "AT", "UL", "IN", "NG"
  };

  private Digsyl() {}

  /**
   * Returns the name of a number; 207 is ALBAUL, and with seven digits BABABABAALBAUL.
   *
   * @param number at least 0
   * @param minDigits a shorter number gets leading zeros
   */
  static String of(int number, int minDigits) {
    String digits = Integer.toString(number);
    StringBuilder name = new StringBuilder(2 * Math.max(minDigits, digits.length()));
    name.append(SYLLABLES[0].repeat(Math.max(0, minDigits - digits.length())));
    for (int i = 0; i < digits.length(); i++) {
      name.append(SYLLABLES[digits.charAt(i) - '0']);
    }
    return name.toString();
  }
}
