package io.headwaiter.lab.outcome;

import io.headwaiter.load.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Shows what an experiment is doing. On a terminal the line of a running step is redrawn in place
 * with a bar; elsewhere each step is one line. Thread-safe.
 */
public final class ProgressLine {
  private static final int BAR = 24;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private String step = "";

  /** Writes to a stream; {@code terminal} says whether lines can be redrawn. */
  public ProgressLine(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** On standard error, redrawn if that is a terminal. */
  public static ProgressLine onStandardError() {
    return new ProgressLine(System.err, standardErrorIsTerminal());
  }

  /** Begins a step. */
  public synchronized void step(String words) {
    step = words;
    out.print(terminal ? CLEAR + words : words + System.lineSeparator());
    out.flush();
  }

  /** Shows how far the load of this step is; silent when there is no terminal. */
  public synchronized void load(Progress progress) {
    if (!terminal || progress.totalMillis() <= 0) {
      return;
    }
    double share = Math.min(1, (double) progress.elapsedMillis() / progress.totalMillis());
    int full = (int) Math.round(share * BAR);
    out.printf(
        Locale.ROOT,
        "%s%-34s %s%s %3.0f/%.0f s  completed %d, refused %d",
        CLEAR,
        step,
        "█".repeat(full),
        "░".repeat(BAR - full),
        progress.elapsedMillis() / 1000.0,
        progress.totalMillis() / 1000.0,
        progress.completed(),
        progress.refused());
    out.flush();
  }

  /** Ends a step with a line that stays. */
  public synchronized void done(String words) {
    out.print((terminal ? CLEAR : "") + words + System.lineSeparator());
    out.flush();
  }

  private static boolean standardErrorIsTerminal() {
    try {
      String stderr = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return stderr.startsWith("/dev/pts/") || stderr.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
