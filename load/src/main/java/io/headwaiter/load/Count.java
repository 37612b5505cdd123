package io.headwaiter.load;

/** The events that the recorder counts, and whether it also counts them by second. */
enum Count {
  OFFERED(true),
  CAME_BACK(false),
  NOT_STARTED(false),
  COMPLETED(true),
  REFUSED(true),
  TIMED_OUT_BEFORE_ENTRY(true),
  BROKEN(true),
  BROKEN_REFUSED_RESUMING(false),
  BROKEN_TIMEOUT_RESUMING(false),
  BROKEN_ERROR_RESUMING(false),
  BROKEN_REFUSED_FRESH(false),
  BROKEN_TIMEOUT_FRESH(false),
  BROKEN_ERROR_FRESH(false),
  HANDSHAKE_FULL(false),
  HANDSHAKE_RESUMED(false),
  HANDSHAKE_FAILED(false),
  REPLY(true),
  REPLY_2XX(false),
  REPLY_3XX(false),
  REPLY_4XX(false),
  REPLY_5XX(false),
  REPLY_IMAGE(false),
  RETRY(false),
  STALE_RECONNECT(false);

  private final boolean bySecond;

  Count(boolean bySecond) {
    this.bySecond = bySecond;
  }

  boolean bySecond() {
    return bySecond;
  }
}
