package io.headwaiter.apps.bookstore;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Counts how often connections are taken, how many are out, and the most at once. */
final class CountingSource {
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger out = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final DataSource counted;

  CountingSource(DataSource source) {
    this.counted =
        (DataSource)
            Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, args) -> {
                  try {
                    Object result = method.invoke(source, args);
                    return result instanceof Connection c ? taken(c) : result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
  }

  private Connection taken(Connection connection) {
    taken.incrementAndGet();
    most.accumulateAndGet(out.incrementAndGet(), Math::max);
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              if (method.getName().equals("close")) {
                out.decrementAndGet();
              }
              try {
                return method.invoke(connection, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  DataSource source() {
    return counted;
  }

  /** Returns how often a connection was taken since the last call. */
  int takenSince() {
    return taken.getAndSet(0);
  }

  int out() {
    return out.get();
  }

  int mostAtOnce() {
    return most.get();
  }
}
