package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.jdbc.pool.PoolAdapters;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link RequestWideDataSource} around a pool that is itself a JNDI resource. In Tomcat's
 * {@code context.xml}:
 *
 * <pre>{@code
 * <Resource name="jdbc/shop" auth="Container" type="javax.sql.DataSource"
 *           factory="io.headwaiter.jdbc.RequestWideDataSourceFactory"
 *           pool="java:comp/env/jdbc/shopPool" policy="adaptive" timeoutMillis="5000"/>
 * }</pre>
 */
@UserApi
public final class RequestWideDataSourceFactory implements ObjectFactory {
  private static final System.Logger LOG =
      System.getLogger(RequestWideDataSourceFactory.class.getName());
  private static final String POOL = "pool";
  // Ours, and those of every resource in Tomcat.
  private static final Set<String> KNOWN =
      Set.of(
          POOL,
          "policy",
          "timeoutMillis",
          "trustMillis",
          "reclaimMillis",
          "places",
          "auth",
          "closeMethod",
          "description",
          "factory",
          "name",
          "scope",
          "singleton",
          "type");

  @Override
  public @Nullable Object getObjectInstance(
      Object object, Name name, Context context, Hashtable<?, ?> environment)
      throws NamingException {
    if (!(object instanceof Reference reference)) {
      return null;
    }
    Map<String, String> attributes = new HashMap<>();
    for (Enumeration<RefAddr> all = reference.getAll(); all.hasMoreElements(); ) {
      RefAddr one = all.nextElement();
      attributes.put(one.getType(), String.valueOf(one.getContent()));
    }
    warnOfUnknown(name, attributes);
    String pool = attributes.get(POOL);
    if (pool == null) {
      throw new NamingException(
          "The resource " + name + " has no attribute pool; give the JNDI name of the pool.");
    }
    if (!(lookUp(pool) instanceof DataSource source)) {
      throw new NamingException(
          "The resource " + pool + " is no DataSource; give the JNDI name of the pool.");
    }
    return new RequestWideDataSource(
        PoolAdapters.around(source), HoldingAttributes.options(attributes));
  }

  /** Containers add attributes of their own, so none is refused. */
  private static void warnOfUnknown(Name name, Map<String, String> attributes) {
    Set<String> unknown = new TreeSet<>(attributes.keySet());
    unknown.removeAll(KNOWN);
    if (!unknown.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The resource " + name + " has attributes without effect: " + unknown);
    }
  }

  // The administrator gives the name, in the configuration of the server.
  @SuppressWarnings("BanJNDI")
  private static Object lookUp(String name) throws NamingException {
    Context context = new InitialContext();
    try {
      return context.lookup(name);
    } finally {
      context.close();
    }
  }
}
