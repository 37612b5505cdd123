package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.Replies;
import io.headwaiter.load.text.Numbers;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in sentences what is wrong with the answers of a server that the user gave. Pure. */
final class GivenAnswer {
  private static final String UNTRUSTED = "certificate-refused";
  private static final double FAILED_MAX = 0.5;

  private GivenAnswer() {}

  /** Returns why it cannot be measured, by its first answers; empty if it can, or gave none yet. */
  static Optional<String> wrong(GivenServer server, LoadResult result) {
    Replies replies = result.replies();
    if (replies.total() == 0) {
      return result.errorsByKind().isEmpty()
          ? Optional.empty()
          : Optional.of(none(server, result.errorsByKind()));
    }
    double failed = (double) (replies.clientErrors() + replies.serverErrors()) / replies.total();
    return failed > FAILED_MAX
        ? Optional.of(
            "%s of the pages of %s are answered with an error, such as 404. Is --page right?"
                .formatted(Numbers.percent(failed), server.name()))
        : Optional.empty();
  }

  /**
   * Returns why there was no answer at all.
   *
   * @param errors how often each kind was seen
   */
  static String none(GivenServer server, Map<String, Long> errors) {
    if (errors.containsKey(UNTRUSTED)) {
      return "The certificate of "
          + server.name()
          + " is not trusted, or is for another name. Give it with --ca, or --insecure for a server"
          + " of your own.";
    }
    String kinds =
        errors.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", "));
    return "%s answered no visit (%s). Is the address right, and does the server run?"
        .formatted(server.address(), kinds.isEmpty() ? "in time" : kinds);
  }
}
