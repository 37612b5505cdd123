package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.Replies;
import io.headwaiter.load.text.Numbers;
import java.util.Optional;

/** Says in sentences what is wrong with the answers of a server that the user gave. Pure. */
final class GivenAnswer {
  private static final double FAILED_MAX = 0.5;

  private GivenAnswer() {}

  /** Returns why it cannot be measured, by its first answers; empty if it can, or gave none yet. */
  static Optional<String> wrong(GivenServer server, LoadResult result) {
    Replies replies = result.replies();
    if (replies.total() == 0) {
      if (result.errorsByKind().isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          result.errorsByKind().containsKey(LoadResult.CERTIFICATE_REFUSED)
              ? untrusted(server)
              : none(server, result.errorsInWords()));
    }
    double failed = (double) (replies.clientErrors() + replies.serverErrors()) / replies.total();
    return failed > FAILED_MAX
        ? Optional.of(
            "%s of the pages of %s are answered with an error, such as 404. Is --page right?"
                .formatted(Numbers.percent(failed), server.name()))
        : Optional.empty();
  }

  private static String untrusted(GivenServer server) {
    return "The certificate of "
        + server.name()
        + " is not trusted, or is for another name. Give it with --ca, or --insecure for a server of"
        + " your own.";
  }

  /**
   * Returns why there was no answer at all.
   *
   * @param errors what was seen instead
   */
  static String none(GivenServer server, String errors) {
    return "%s answered no visit (%s). Is the address right, and does the server run?"
        .formatted(server.address(), errors);
  }
}
