package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.jdbc.pool.Adapters;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.PoolCounts;
import io.headwaiter.jdbc.pool.UnfinishedWork;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Each method of a handle calls the method of the same name with the same arguments. */
class ForwardingTest {
  /** Methods with a meaning of their own, which the contract tests. */
  private static final Set<String> OWN =
      Set.of("close", "isClosed", "isValid", "abort", "unwrap", "isWrapperFor", "getConnection");

  private static final Set<Class<?>> TRACKED =
      Set.of(
          Statement.class,
          PreparedStatement.class,
          CallableStatement.class,
          ResultSet.class,
          DatabaseMetaData.class);

  private final Recorder recorder = new Recorder();
  private final RequestWideDataSource source =
      new RequestWideDataSource(new RecordedPool(recorder), HoldingOptions.defaults());

  @Test
  void forwardsConnectionCalls() throws Exception {
    forwards(Connection.class, source.getConnection(), Set.of());
  }

  @Test
  void forwardsStatementCalls() throws Exception {
    forwards(Statement.class, source.getConnection().createStatement(), Set.of());
  }

  @Test
  void forwardsPreparedStatementCalls() throws Exception {
    forwards(PreparedStatement.class, source.getConnection().prepareStatement("x"), Set.of());
  }

  @Test
  void forwardsCallableStatementCalls() throws Exception {
    forwards(CallableStatement.class, source.getConnection().prepareCall("x"), Set.of());
  }

  @Test
  void forwardsResultSetCalls() throws Exception {
    ResultSet result = source.getConnection().prepareStatement("x").executeQuery();
    forwards(ResultSet.class, result, Set.of("getStatement"));
  }

  @Test
  void forwardsMetaDataCalls() throws Exception {
    forwards(DatabaseMetaData.class, source.getConnection().getMetaData(), Set.of());
  }

  private <T> void forwards(Class<T> type, T handle, Set<String> more) throws Exception {
    List<String> forgotten = new ArrayList<>();
    int tried = 0;
    for (Method method : type.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          || OWN.contains(method.getName())
          || more.contains(method.getName())) {
        continue;
      }
      if (method.isDefault() && !overrides(handle, method)) {
        forgotten.add(method.toString());
        continue;
      }
      tried++;
      Object[] arguments = arguments(method);
      recorder.calls.clear();
      Object answer = method.invoke(handle, arguments);
      assertThat(recorder.calls)
          .as(method.toString())
          .anySatisfy(
              call -> {
                assertThat(call.method().getName()).isEqualTo(method.getName());
                assertThat(call.method().getParameterTypes()).isEqualTo(method.getParameterTypes());
                assertThat(call.arguments()).isEqualTo(Arrays.asList(arguments));
              });
      if (TRACKED.contains(method.getReturnType())) {
        assertThat(recorder.given.contains(answer))
            .as("%s gives away what is the pool's", method)
            .isFalse();
      }
    }
    assertThat(tried).isPositive();
    if (Runtime.version().feature() == 17) {
      assertThat(forgotten).isEmpty();
    }
  }

  private static boolean overrides(Object handle, Method method) throws NoSuchMethodException {
    Class<?> declaring =
        handle
            .getClass()
            .getMethod(method.getName(), method.getParameterTypes())
            .getDeclaringClass();
    return !declaring.getName().startsWith("java.");
  }

  private static Object[] arguments(Method method) {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(method.getParameterTypes()[i], i + 1);
    }
    return arguments;
  }

  private static Object argument(Class<?> type, int i) {
    if (type == boolean.class) {
      return true;
    }
    if (type == byte.class) {
      return (byte) i;
    }
    if (type == short.class) {
      return (short) i;
    }
    if (type == int.class) {
      return i;
    }
    if (type == long.class) {
      return (long) i;
    }
    if (type == float.class) {
      return (float) i;
    }
    if (type == double.class) {
      return (double) i;
    }
    return type == String.class ? "argument " + i : null;
  }

  /** A forwarded call. */
  private record Call(Method method, List<Object> arguments) {}

  /** Stands in for all objects behind the pool: records calls, and returns more such objects. */
  private static final class Recorder implements InvocationHandler {
    private final List<Call> calls = new ArrayList<>();
    private final List<Object> given = new ArrayList<>();

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      if (method.getName().equals("equals")) {
        return proxy == arguments[0];
      }
      if (method.getName().equals("hashCode")) {
        return System.identityHashCode(proxy);
      }
      calls.add(new Call(method, arguments == null ? List.of() : Arrays.asList(arguments.clone())));
      return answer(method.getReturnType());
    }

    private Object answer(Class<?> type) {
      if (TRACKED.contains(type) || type == Connection.class) {
        Object more =
            Proxy.newProxyInstance(Recorder.class.getClassLoader(), new Class<?>[] {type}, this);
        given.add(more);
        return more;
      }
      if (!type.isPrimitive() || type == void.class) {
        return null;
      }
      return type == boolean.class ? (Object) false : number(type);
    }

    private static Object number(Class<?> type) {
      return java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
    }
  }

  /** A pool that lends connections of the recorder. */
  private record RecordedPool(Recorder recorder) implements PoolAdapter {
    @Override
    public String name() {
      return "recorded";
    }

    @Override
    public DataSource source() {
      throw new UnsupportedOperationException("there is no DataSource here");
    }

    @Override
    public Connection borrow(long timeoutNanos) {
      return (Connection) recorder.answer(Connection.class);
    }

    @Override
    public void giveBack(Connection connection) throws SQLException {
      connection.close();
    }

    @Override
    public void evict(Connection connection) {
      Adapters.closeQuietly(connection);
    }

    @Override
    public UnfinishedWork unfinishedWork() {
      return UnfinishedWork.ROLLED_BACK;
    }

    @Override
    public PoolCounts counts() {
      return new PoolCounts(0, 0, 0, 1);
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public void resize(int connections) {
      throw new UnsupportedOperationException("nothing to resize");
    }
  }
}
