package io.headwaiter.lab.model;

import io.headwaiter.load.text.Numbers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a published claim says of a figure, and the verdict of our figure on it.
 *
 * <p>A sign, with or without a size: the interval of the figure
 *
 * <pre>
 *   is on the other side of the neutral value                            refuted
 *   contains the neutral value                                           undecided
 *   is on the published side, and no size is published                   confirmed
 *   is on that side, and within 20 % of the published size               confirmed
 *   is on that side, and does not contain the published size             changed
 *   is on that side, wider than 20 %, and contains the published size    undecided
 * </pre>
 *
 * <p>A range: an interval inside is {@code confirmed}, one outside {@code refuted}, any other
 * {@code undecided}. A figure without an interval is taken for an interval without width.
 *
 * <p>Worked: of "{@code > 1 ~ 7}" 6.4 [6, 6.8] is confirmed, 3 [2.5, 3.5] changed, 0.9 [0.8, 0.95]
 * refuted, 1.1 [0.9, 1.3] and 7 [4, 10] are undecided.
 *
 * @param form what kind of claim it is
 * @param from the neutral value of a sign, or the low end of a range
 * @param to the published size of a sign, NaN if none is published; or the high end of a range
 */
public record Expectation(Form form, double from, double to) {
  private static final double TOLERANCE = 0.2;
  private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?)";
  private static final Pattern SIGN =
      Pattern.compile("([<>]) " + NUMBER + "(?: ~ " + NUMBER + ")?");
  private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER);

  /** The kinds of claims. */
  public enum Form {
    /** The figure is above the neutral value. */
    ABOVE,
    /** The figure is below the neutral value. */
    BELOW,
    /** The figure is in a range. */
    WITHIN
  }

  /**
   * Reads an expectation: {@code > 1}, {@code < 1 ~ 0.2} or {@code 0.9..1.1}.
   *
   * @throws IllegalArgumentException with a sentence, if it is none
   */
  public static Expectation parse(String text) {
    Matcher sign = SIGN.matcher(text);
    if (sign.matches()) {
      Form form = sign.group(1).equals(">") ? Form.ABOVE : Form.BELOW;
      double size = sign.group(3) == null ? Double.NaN : number(sign.group(3));
      return new Expectation(form, number(sign.group(2)), size);
    }
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      return new Expectation(Form.WITHIN, number(range.group(1)), number(range.group(2)));
    }
    throw new IllegalArgumentException(
        "\"" + text + "\" is no expectation; write one as \"> 1\", \"< 1 ~ 0.2\" or \"0.9..1.1\".");
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }

  /** Returns a sentence on what our figure is compared with, with a space before it. */
  public String words() {
    String first = Numbers.plain(from);
    if (form == Form.WITHIN) {
      return " Expected here: %s to %s.".formatted(first, Numbers.plain(to));
    }
    String sign = " Expected here: %s %s".formatted(form == Form.ABOVE ? "above" : "below", first);
    return Double.isNaN(to) ? sign + "." : sign + ", about " + Numbers.plain(to) + ".";
  }

  /** Returns the verdict of a figure. */
  public PublishedVerdict verdict(Estimate figure) {
    if (!figure.known()) {
      return PublishedVerdict.UNDECIDED;
    }
    double low = Double.isNaN(figure.low()) ? figure.value() : figure.low();
    double high = Double.isNaN(figure.high()) ? figure.value() : figure.high();
    return switch (form) {
      case ABOVE -> ofSign(low > from, high < from, low, high);
      case BELOW -> ofSign(high < from, low > from, low, high);
      case WITHIN -> ofRange(low, high);
    };
  }

  private PublishedVerdict ofSign(boolean holds, boolean fails, double low, double high) {
    if (!holds) {
      return fails ? PublishedVerdict.REFUTED : PublishedVerdict.UNDECIDED;
    }
    boolean near = low >= (1 - TOLERANCE) * to && high <= (1 + TOLERANCE) * to;
    if (Double.isNaN(to) || near) {
      return PublishedVerdict.CONFIRMED;
    }
    return low <= to && to <= high ? PublishedVerdict.UNDECIDED : PublishedVerdict.CHANGED;
  }

  private PublishedVerdict ofRange(double low, double high) {
    if (low >= from && high <= to) {
      return PublishedVerdict.CONFIRMED;
    }
    return high < from || low > to ? PublishedVerdict.REFUTED : PublishedVerdict.UNDECIDED;
  }
}
