package io.headwaiter.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.core.hello.HelloLimits;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A short run of the fuzzer, and proof that it would find a failure. */
class FuzzRunTest {
  private static final long INPUTS = 60_000;

  @Test
  void shortRunFindsNoFailure() {
    AtomicLong tried = new AtomicLong();
    assertThat(FuzzRun.run(FuzzRun.allSubjects(), INPUTS, 20261121, tried::set)).isEmpty();
    assertThat(tried).hasValue(INPUTS);
  }

  @Test
  void failureIsReportedWithReproducibleInput() {
    Subject fragile = new Fragile();
    FuzzRun.Failure failure =
        FuzzRun.run(List.of(new LaneSubject(), fragile), INPUTS, 1, tried -> {}).orElseThrow();
    assertThat(failure.subject()).isEqualTo("fragile");
    assertThat(failure.input()[0]).isEqualTo((byte) 42);
    assertThat(failure.number()).isOdd();
    assertThat(failure.cause()).hasMessage("anything but 42");
    assertThat(FuzzRun.tryOne(fragile, 0, failure.input())).isPresent();
    assertThat(FuzzRun.tryOne(fragile, 0, new byte[] {1})).isEmpty();
    FuzzRun.Failure again =
        FuzzRun.run(List.of(new LaneSubject(), fragile), INPUTS, 1, tried -> {}).orElseThrow();
    assertThat(again.input()).isEqualTo(failure.input());
    assertThat(again.number()).isEqualTo(failure.number());
  }

  /** A fuzzer that breaks only the first byte, or nothing, tests little. */
  @Test
  void generatedHellosCoverStatusesAndDefects() {
    HelloSubject subject = new HelloSubject();
    Map<ClientHelloParser.Status, Integer> statuses = new EnumMap<>(ClientHelloParser.Status.class);
    Set<HelloDefect> defects = EnumSet.noneOf(HelloDefect.class);
    for (int i = 0; i < 5_000; i++) {
      ClientHelloParser parser = new ClientHelloParser(new HelloLimits(4096, 16));
      byte[] input = subject.input(new SplittableRandom(i));
      statuses.merge(parser.parse(ByteBuffer.wrap(input)), 1, Integer::sum);
      if (parser.parse(ByteBuffer.wrap(input)) == ClientHelloParser.Status.DEFECTIVE) {
        defects.add(parser.defect());
      }
    }
    assertThat(statuses.values()).hasSize(3).allMatch(count -> count > 250);
    assertThat(defects).hasSizeGreaterThan(12);
  }

  private static final class Fragile implements Subject {
    @Override
    public String name() {
      return "fragile";
    }

    @Override
    public byte[] input(SplittableRandom random) {
      return Program.random(random);
    }

    @Override
    public void check(byte[] input) {
      Subject.expect(input[0] != 42, "anything but 42");
    }
  }
}
