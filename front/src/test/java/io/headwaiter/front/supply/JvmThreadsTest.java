package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmThreadsTest {
  @TempDir private Path root;
  private JvmThreads threads;

  @BeforeEach
  void make() {
    threads = new JvmThreads(root);
  }

  @AfterEach
  void close() {
    threads.close();
  }

  private Path thread(int id, String name, long nanos) throws IOException {
    Path task = Files.createDirectories(root.resolve("proc/self/task").resolve("" + id));
    Files.writeString(task.resolve("comm"), name + "\n");
    Files.writeString(task.resolve("schedstat"), nanos + " 815 4711\n");
    return task;
  }

  private void remove(Path task) throws IOException {
    Files.delete(task.resolve("comm"));
    Files.delete(task.resolve("schedstat"));
    Files.delete(task);
  }

  @Test
  void recognizesJvmThreadsByName() throws IOException {
    thread(1, "java", 1);
    thread(2, "VM Thread", 20);
    thread(3, "GC Thread#0", 300);
    thread(4, "G1 Conc#0", 4_000);
    thread(5, "C1 CompilerThre", 50_000);
    thread(6, "C2 CompilerThre", 600_000);
    thread(7, "https-jsse-nio-", 7_000_000);
    thread(8, "VM Periodic Tas", 80_000_000);
    thread(9, "Service Thread", 900_000_000);
    threads.look();
    assertThat(threads.collectorNanos()).isEqualTo(4_320);
    assertThat(threads.compilerNanos()).isEqualTo(650_000);
    assertThat(threads.otherNanos()).isEqualTo(980_000_000);
  }

  @Test
  void keepsTimeOfEndedThread() throws IOException {
    Path first = thread(5, "C2 CompilerThre", 100);
    threads.look();
    thread(5, "C2 CompilerThre", 250);
    threads.look();
    remove(first);
    threads.look();
    thread(5, "C2 CompilerThre", 40); // another thread with the same number
    threads.look();
    assertThat(threads.compilerNanos()).isEqualTo(290);
  }

  @Test
  void countsThreadNamedLate() throws IOException {
    thread(5, "java", 10);
    threads.look();
    thread(5, "GC Thread#1", 30);
    threads.look();
    assertThat(threads.collectorNanos()).isEqualTo(30);
  }

  @Test
  void readsOnlyCompilersBetweenLooks() throws IOException {
    Path compiler = thread(5, "C2 CompilerThre", 100);
    thread(6, "GC Thread#0", 20);
    threads.look();
    thread(5, "C2 CompilerThre", 350);
    thread(6, "GC Thread#0", 60);
    threads.lookAtCompilers();
    assertThat(threads.compilerNanos()).isEqualTo(350);
    assertThat(threads.collectorNanos()).isEqualTo(20);
    remove(compiler);
    threads.lookAtCompilers();
    threads.look();
    assertThat(threads.compilerNanos()).isEqualTo(350);
    assertThat(threads.collectorNanos()).isEqualTo(60);
  }

  @Test
  void countsInvalidFilesAsZero() throws IOException {
    Path odd = thread(5, "GC Thread#0", 30);
    Files.writeString(odd.resolve("schedstat"), "nonsense");
    Files.createDirectories(root.resolve("proc/self/task/empty"));
    threads.look();
    assertThat(threads.collectorNanos()).isZero();
  }

  @Test
  void timesAreZeroWithoutTaskFolder() {
    threads.look();
    assertThat(threads.collectorNanos()).isZero();
    assertThat(threads.compilerNanos()).isZero();
  }
}
