package io.headwaiter.trace;

import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import io.headwaiter.trace.Trace.Wait;
import java.util.List;

/** A small trace for tests. */
final class Traces {
  static final String HOSTILE = "/a</script>\n\"é";

  private Traces() {}

  static Trace small() {
    return new Trace(
        5_000_000_000L,
        List.of(
            new Row(Kind.WORKER, "exec-1"),
            new Row(Kind.WORKER, "exec-2"),
            new Row(Kind.CONNECTION, "17"),
            new Row(Kind.DATABASE_CONNECTION, "1")),
        List.of(
            new Span(2, State.IDLE, 30, 5_000_000_000L, ""),
            new Span(0, State.SERVICE, 10, 20, "/home"),
            new Span(2, State.FULL_HANDSHAKE, 0, 30, ""),
            new Span(0, State.CONNECTION_WAIT, 20, 25, HOSTILE),
            new Span(3, State.HELD, 25, 40, "")),
        List.of(new Wait(0, 20, 3, 25, HOSTILE)));
  }
}
