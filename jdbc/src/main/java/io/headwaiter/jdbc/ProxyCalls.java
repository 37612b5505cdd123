package io.headwaiter.jdbc;

import java.lang.reflect.Method;

/** What the proxies of the driver's objects have in common. */
final class ProxyCalls {
  private static final String UNWRAP = "unwrap";
  private static final String IS_WRAPPER = "isWrapperFor";

  private ProxyCalls() {}

  /** Whether a proxy is asked for what it is itself: then the driver's object is not handed out. */
  static boolean isAskedForItself(Object proxy, Method method, Object[] arguments) {
    boolean asks = method.getName().equals(UNWRAP) || method.getName().equals(IS_WRAPPER);
    return asks && arguments[0] instanceof Class<?> type && type.isInstance(proxy);
  }

  /** The answer to that. */
  static Object itself(Object proxy, Method method) {
    return method.getName().equals(UNWRAP) ? proxy : (Object) true;
  }
}
