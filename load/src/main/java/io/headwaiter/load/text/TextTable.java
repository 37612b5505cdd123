package io.headwaiter.load.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table for a terminal: the first column is aligned left, the others right, with two blanks
 * between columns.
 */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();
  private final int columns;

  /** Creates a table without rows. */
  public TextTable(String... headings) {
    columns = headings.length;
    rows.add(headings.clone());
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException when the row does not have one cell for each heading
   */
  public TextTable row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(
          "a row needs " + columns + " cells, got " + cells.length + ": " + Arrays.toString(cells));
    }
    rows.add(cells.clone());
    return this;
  }

  /** Returns the table with a rule under its headings; each line ends with a newline. */
  public String render() {
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      appendRow(text, row, widths);
      if (row == rows.get(0)) {
        text.append("-".repeat(Arrays.stream(widths).sum() + 2 * (columns - 1))).append('\n');
      }
    }
    return text.toString();
  }

  private static void appendRow(StringBuilder text, String[] row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String blanks = " ".repeat(widths[i] - row[i].length());
      line.append(i == 0 ? row[i] + blanks : "  " + blanks + row[i]);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }
}
