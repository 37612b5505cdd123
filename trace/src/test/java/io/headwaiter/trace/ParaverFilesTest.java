package io.headwaiter.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files follow the rules by which Paraver reads them. */
class ParaverFilesTest {
  private static final Pattern HEADER =
      Pattern.compile(
          "#Paraver \\(\\d\\d/\\d\\d/\\d\\d at \\d\\d:\\d\\d\\):(\\d+)_ns:0:1:(\\d+)\\(([0-9:,]+)\\)");

  @TempDir Path folder;

  private List<String> records;
  private final List<Integer> threadsOfTask = new ArrayList<>();
  private long endNanos;

  @BeforeEach
  void write() throws Exception {
    new ParaverFiles(Traces.small())
        .write(folder.resolve("trace"), LocalDateTime.of(2026, 11, 27, 3, 4));
    List<String> lines = Files.readAllLines(folder.resolve("trace.prv"));
    Matcher header = HEADER.matcher(lines.get(0));
    assertThat(header.matches()).as(lines.get(0)).isTrue();
    endNanos = Long.parseLong(header.group(1));
    for (String task : header.group(3).split(",", -1)) {
      String[] threadsAndNode = task.split(":", -1);
      assertThat(threadsAndNode).hasSize(2);
      threadsOfTask.add(Integer.parseInt(threadsAndNode[0]));
    }
    assertThat(threadsOfTask).hasSize(Integer.parseInt(header.group(2)));
    records = lines.subList(1, lines.size());
  }

  @Test
  void headerNamesTasksAndThreads() {
    assertThat(threadsOfTask).containsExactly(2, 1, 1);
    assertThat(endNanos).isEqualTo(5_000_000_000L);
  }

  private void assertPlace(long[] fields, int at) {
    assertThat(fields[at]).as("cpu").isZero();
    assertThat(fields[at + 1]).as("application").isEqualTo(1);
    assertThat(fields[at + 2]).as("task").isBetween(1L, (long) threadsOfTask.size());
    assertThat(fields[at + 3])
        .as("thread")
        .isBetween(1L, (long) threadsOfTask.get((int) fields[at + 2] - 1));
  }

  @Test
  void recordsAreSortedAndWithinTheTrace() {
    long before = 0;
    int communications = 0;
    for (String record : records) {
      long[] fields =
          Pattern.compile(":").splitAsStream(record).mapToLong(Long::parseLong).toArray();
      assertPlace(fields, 1);
      assertThat(fields[5]).isBetween(before, endNanos);
      before = fields[5];
      switch ((int) fields[0]) {
        case 1 -> {
          assertThat(fields).hasSize(8);
          assertThat(fields[6]).isBetween(fields[5], endNanos);
        }
        case 2 -> assertThat(fields.length % 2).isZero();
        case 3 -> {
          assertThat(fields).hasSize(15);
          assertPlace(fields, 7);
          assertThat(fields[11]).isBetween(fields[5], endNanos);
          communications++;
        }
        default -> throw new AssertionError(record);
      }
    }
    assertThat(records).hasSize(5 + 4 + 1);
    assertThat(communications).isEqualTo(1);
  }

  @Test
  void recordsSayWhatTheTraceSays() {
    assertThat(records)
        .contains(
            "1:0:1:2:1:0:30:5",
            "1:0:1:1:1:10:20:8",
            "2:0:1:1:1:10:90000001:1",
            "2:0:1:1:1:20:90000001:0",
            "3:0:1:1:1:20:20:0:1:3:1:25:25:0:0");
  }

  /** A line of blanks only is undefined for Paraver's reader, and labels fit one word. */
  @Test
  void namesFollowTheFormat() throws Exception {
    List<String> lines = Files.readAllLines(folder.resolve("trace.pcf"));
    assertThat(lines)
        .contains("STATES", "STATES_COLOR", "EVENT_TYPE", "VALUES", "0    idle", "1      /home")
        .allMatch(line -> line.isEmpty() || !line.isBlank())
        .allMatch(line -> line.matches("[ -~]*"));
    int colours = lines.indexOf("STATES_COLOR");
    assertThat(lines.get(colours + 1)).matches("0    \\{\\d{1,3},\\d{1,3},\\d{1,3}}");
    assertThat(Files.readAllLines(folder.resolve("trace.row")))
        .containsExactly("LEVEL THREAD SIZE 4", "exec-1", "exec-2", "17", "1");
  }
}
