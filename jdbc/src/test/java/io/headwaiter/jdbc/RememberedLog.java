package io.headwaiter.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records the messages of one logger until it is closed. */
final class RememberedLog extends Handler implements AutoCloseable {
  private final List<LogRecord> entries = new CopyOnWriteArrayList<>();
  private final Logger logger;

  RememberedLog(Class<?> of) {
    logger = Logger.getLogger(of.getName());
    logger.addHandler(this);
  }

  List<LogRecord> entries() {
    return entries;
  }

  @Override
  public void publish(LogRecord entry) {
    entries.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
