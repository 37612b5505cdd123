package io.headwaiter.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Removes passwords from text that is printed or written. */
final class Secrets {
  private static final Pattern PARAMETER =
      Pattern.compile("((?:\\w*pass\\w*|\\w*pwd)=)[^&;\\s]*", Pattern.CASE_INSENSITIVE);
  // //user:password@host, and Oracle's :user/password@host; a password may have any of these signs
  private static final Pattern BEFORE_HOST = Pattern.compile("(//[^:/@\\s]*:|:[^:/@\\s]+/)\\S*@");
  private static final Pattern FLAG =
      Pattern.compile("--(?:[a-z]+-)*password(?:=.*)?", Pattern.DOTALL);

  private Secrets() {}

  /** Returns a text with stars for the passwords in a JDBC URL. */
  static String masked(String text) {
    String masked = PARAMETER.matcher(text).replaceAll("$1***");
    return BEFORE_HOST.matcher(masked).replaceAll("$1***@");
  }

  /** Returns a command line without the flags of passwords, and with stars in URLs. */
  static String masked(List<String> words) {
    List<String> shown = new ArrayList<>();
    boolean isPassword = false;
    for (String word : words) {
      boolean isFlag = !isPassword && FLAG.matcher(word).matches();
      if (!isFlag && !isPassword) {
        shown.add(masked(word));
      }
      isPassword = isFlag && !word.contains("=");
    }
    return String.join(" ", shown);
  }
}
