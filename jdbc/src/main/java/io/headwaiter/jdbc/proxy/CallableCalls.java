package io.headwaiter.jdbc.proxy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a callable statement. Methods of {@link CallableStatement} go to the pool's statement,
 * inherited ones to the prepared statement that tracks it. Reflection is cheap enough: a
 * procedure's round trip takes a thousand times as long.
 */
final class CallableCalls implements InvocationHandler {
  private final TrackedPreparedStatement tracked;
  private final CallableStatement statement;

  private CallableCalls(TrackedPreparedStatement tracked, CallableStatement statement) {
    this.tracked = tracked;
    this.statement = statement;
  }

  static CallableStatement proxy(TrackedPreparedStatement tracked, CallableStatement statement) {
    CallableStatement proxy =
        (CallableStatement)
            Proxy.newProxyInstance(
                CallableCalls.class.getClassLoader(),
                new Class<?>[] {CallableStatement.class},
                new CallableCalls(tracked, statement));
    tracked.face(proxy);
    return proxy;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
      return proxy == arguments[0];
    }
    if (ProxyCalls.isAskedForItself(proxy, method, arguments)) {
      return ProxyCalls.itself(proxy, method);
    }
    try {
      if (method.getDeclaringClass() == CallableStatement.class) {
        tracked.handle().running();
        Object answer = method.invoke(statement, arguments);
        // A procedure's cursor.
        return answer instanceof ResultSet result ? tracked.tracked(result) : answer;
      }
      return method.invoke(tracked, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException error) {
        throw tracked.failed(error);
      }
      throw e.getCause();
    }
  }
}
