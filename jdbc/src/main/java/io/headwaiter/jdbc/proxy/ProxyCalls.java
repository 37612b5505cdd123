package io.headwaiter.jdbc.proxy;

import java.lang.reflect.Method;

/** Helper methods shared by the proxies of the driver's objects. */
final class ProxyCalls {
  private static final String UNWRAP = "unwrap";
  private static final String IS_WRAPPER = "isWrapperFor";

  private ProxyCalls() {}

  /** Returns whether a call asks for a type of the proxy: then the driver's object stays hidden. */
  static boolean isAskedForItself(Object proxy, Method method, Object[] arguments) {
    boolean asks = method.getName().equals(UNWRAP) || method.getName().equals(IS_WRAPPER);
    return asks && arguments[0] instanceof Class<?> type && type.isInstance(proxy);
  }

  /** Returns the answer to such a call. */
  static Object itself(Object proxy, Method method) {
    return method.getName().equals(UNWRAP) ? proxy : (Object) true;
  }
}
