package io.headwaiter.jdbc.proxy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Calls of metadata that leads back to its handle. Uses reflection: such calls are not urgent. */
final class MetaDataCalls implements InvocationHandler {
  private final ConnectionHandle handle;
  private final DatabaseMetaData metaData;

  MetaDataCalls(ConnectionHandle handle, DatabaseMetaData metaData) {
    this.handle = handle;
    this.metaData = metaData;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    if (ProxyCalls.isAskedForItself(proxy, method, arguments)) {
      return ProxyCalls.itself(proxy, method);
    }
    handle.running();
    if (method.getName().equals("getConnection")) {
      return handle;
    }
    try {
      Object answer = method.invoke(metaData, arguments);
      return answer instanceof ResultSet result ? handle.tracked(result) : answer;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException error) {
        throw handle.failed(error);
      }
      throw e.getCause();
    }
  }

  private Object ofObject(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "headwaiter " + metaData;
    };
  }
}
