package io.headwaiter.load;

import io.headwaiter.load.results.LoadResult;
import io.netty.channel.ChannelException;
import java.net.ConnectException;
import java.util.List;

/** The failures that a customer can have, by name and by stage. */
enum Failure {
  CONNECT_REFUSED("connect-refused", Stage.ENTRY),
  CONNECT_FAILED("connect-failed", Stage.ENTRY),
  /** The generator has no free file descriptor or local port: the server was not asked. */
  NO_SOCKET("no-socket", Stage.ENTRY),
  HANDSHAKE_CLOSED("handshake-closed", Stage.ENTRY),
  HANDSHAKE_RESET("handshake-reset", Stage.ENTRY),
  HANDSHAKE_ALERT("handshake-alert", Stage.ENTRY),
  CERTIFICATE_REFUSED(LoadResult.CERTIFICATE_REFUSED, Stage.ENTRY),
  NO_HTTP_2("no-http2", Stage.ENTRY),
  CONNECT_TIMEOUT("connect-timeout", Stage.TIMEOUT),
  HANDSHAKE_TIMEOUT("handshake-timeout", Stage.TIMEOUT),
  REPLY_TIMEOUT("reply-timeout", Stage.TIMEOUT),
  REPLY_CLOSED("reply-closed", Stage.REPLY),
  REPLY_RESET("reply-reset", Stage.REPLY),
  REPLY_ALERT("reply-alert", Stage.REPLY),
  REPLY_MALFORMED("reply-malformed", Stage.REPLY),
  STATUS_4XX("status-4xx", Stage.REPLY),
  STATUS_5XX("status-5xx", Stage.REPLY),
  STATUS_503("status-503", Stage.REPLY),
  PAGE_WRONG("page-wrong", Stage.REPLY);

  /** The stage of a failure, as far as the fate of a visit depends on it. */
  private enum Stage {
    ENTRY,
    TIMEOUT,
    REPLY
  }

  // The kernel's words where no local port is free.
  private static final List<String> OURS =
      List.of("Cannot assign requested address", "Address already in use");

  private final String label;
  private final Stage stage;

  Failure(String label, Stage stage) {
    this.label = label;
    this.stage = stage;
  }

  static Failure ofStatus(int status) {
    if (status == 503) {
      return STATUS_503;
    }
    return status >= 500 ? STATUS_5XX : STATUS_4XX;
  }

  /** Returns why a connection could not be opened. */
  static Failure ofConnecting(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof ChannelException || OURS.stream().anyMatch(message::contains)) {
      return NO_SOCKET;
    }
    return cause instanceof ConnectException ? CONNECT_REFUSED : CONNECT_FAILED;
  }

  String label() {
    return label;
  }

  /** Returns whether the connection failed before the end of its handshake, without a timeout. */
  boolean atEntry() {
    return stage == Stage.ENTRY;
  }

  boolean inHandshake() {
    return switch (this) {
      case HANDSHAKE_CLOSED,
          HANDSHAKE_RESET,
          HANDSHAKE_ALERT,
          HANDSHAKE_TIMEOUT,
          CERTIFICATE_REFUSED,
          NO_HTTP_2 ->
          true;
      default -> false;
    };
  }

  boolean timeout() {
    return stage == Stage.TIMEOUT;
  }
}
