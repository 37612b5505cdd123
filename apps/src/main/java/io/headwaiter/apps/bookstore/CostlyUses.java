package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.PageTime;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;

/**
 * Makes every use of a connection cost at least a given CPU time, as the layers between a page and
 * its rows do: a query by a thin driver takes a tenth of what it took an entity bean. On a virtual
 * thread, which has no CPU-time clock, waiting for the database counts as computing.
 */
final class CostlyUses {
  private static final String TAKE = "getConnection";
  private static final String GIVE_BACK = "close";

  private CostlyUses() {}

  /** Returns the source with this cost; thread-safe if the source is. */
  static DataSource of(DataSource source, PageTime use) {
    return use.equals(PageTime.NONE)
        ? source
        : proxy(
            DataSource.class,
            (self, method, arguments) -> {
              Object result = call(source, method, arguments);
              return method.getName().equals(TAKE) ? costly((Connection) result, use) : result;
            });
  }

  private static Connection costly(Connection connection, PageTime use) {
    Runnable rest = use.begin();
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals(GIVE_BACK)) {
            rest.run(); // does nothing when it is closed again
          }
          return call(connection, method, arguments);
        });
  }

  private static Object call(Object of, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(of, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(CostlyUses.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
