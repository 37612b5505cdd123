package io.headwaiter.baseline;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.core.NamingContextListener;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.deploy.NamingResourcesImpl;
import org.apache.naming.ContextAccessController;

/**
 * Binds a DataSource to the name under which an application looks up its own. As an initializer it
 * runs after Tomcat has made the application's names, and before any code of the application.
 */
@SuppressWarnings("BanJNDI") // names in this process, given to Tomcat's own context alone
final class JndiSource implements ServletContainerInitializer {
  private static final String TYPE = DataSource.class.getName();
  private static final String ENVIRONMENT = "java:comp/env/";

  private final Path file;
  private final String wantedName;
  private final boolean needed;
  private final int sessionMinutes;
  private StandardContext application;
  private DataSource source;
  private String chosen;
  private String failure = "The application did not come so far as to be given its DataSource.";

  /**
   * @param wantedName null for the only one that the application declares
   * @param needed whether an application that declares none is an error
   * @param sessionMinutes minutes until idle sessions end; 0 for the application's own value
   */
  JndiSource(Path file, String wantedName, boolean needed, int sessionMinutes) {
    this.file = file;
    this.wantedName = wantedName;
    this.needed = needed;
    this.sessionMinutes = sessionMinutes;
  }

  /** Adds this to a context, before any other initializer of the application. */
  void install(StandardContext context, DataSource dataSource) {
    application = context;
    source = dataSource;
    context.addLifecycleListener(this::choose);
    context.addServletContainerInitializer(this, /* classes= */ null);
  }

  /** Chooses the name after Tomcat has read the declarations, before it makes its own pools. */
  private void choose(LifecycleEvent event) {
    if (!event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
      return;
    }
    try {
      chosen = name();
      if (chosen == null) {
        failure = null;
        return;
      }
      application.getNamingResources().removeResource(chosen);
      application.getNamingResources().removeResourceLink(chosen);
    } catch (IOException e) {
      failure = e.getMessage();
    }
  }

  /**
   * Checks that the DataSource is bound.
   *
   * @throws IOException with a sentence if it is not
   */
  void requireBound() throws IOException {
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  @Override
  public void onStartup(Set<Class<?>> classes, ServletContext context) throws ServletException {
    if (chosen != null) {
      bindChosen();
    } else if (failure != null) {
      throw new ServletException(failure);
    }
    if (sessionMinutes > 0) {
      context.setSessionTimeout(sessionMinutes);
    }
  }

  private void bindChosen() throws ServletException {
    try {
      bind(chosen);
      failure = null;
    } catch (NamingException e) {
      failure = e.getMessage();
      throw new ServletException(failure, e);
    }
  }

  /** Returns null if there is none, and none is needed. */
  private String name() throws IOException {
    if (wantedName != null) {
      return wantedName.startsWith(ENVIRONMENT)
          ? wantedName.substring(ENVIRONMENT.length())
          : wantedName;
    }
    SortedSet<String> declared = declared();
    if (declared.isEmpty() && !needed) {
      return null;
    }
    if (declared.isEmpty()) {
      throw new IOException(
          file
              + " declares no DataSource, so that nobody knows where it takes its connections from. Give the"
              + " name it looks up with --jndi-name, as jdbc/shop for java:comp/env/jdbc/shop; a pool"
              + " that it makes for itself cannot be sized.");
    }
    if (declared.size() > 1) {
      throw new IOException(
          file
              + " declares more than one DataSource: "
              + declared
              + ". Say with --jndi-name which one --db is for; the others stay what it makes of them.");
    }
    return declared.first();
  }

  /** Returns the names declared in web.xml, by an annotation, or in context.xml. */
  private SortedSet<String> declared() {
    NamingResourcesImpl names = application.getNamingResources();
    SortedSet<String> declared = new TreeSet<>();
    Arrays.stream(names.findResources())
        .filter(resource -> TYPE.equals(resource.getType()))
        .forEach(resource -> declared.add(resource.getName()));
    Arrays.stream(names.findResourceLinks())
        .filter(link -> TYPE.equals(link.getType()))
        .forEach(link -> declared.add(link.getName()));
    return declared;
  }

  private void bind(String name) throws NamingException {
    NamingContextListener naming = application.getNamingContextListener();
    ContextAccessController.setWritable(naming.getName(), application.getNamingToken());
    try {
      Context at = naming.getEnvContext();
      String[] parts = name.split("/", -1);
      for (int i = 0; i < parts.length - 1; i++) {
        at = below(at, parts[i]);
      }
      at.rebind(parts[parts.length - 1], source);
    } finally {
      ContextAccessController.setReadOnly(naming.getName());
    }
  }

  private static Context below(Context at, String part) throws NamingException {
    try {
      if (at.lookup(part) instanceof Context context) {
        return context;
      }
    } catch (NameNotFoundException e) {
      return at.createSubcontext(part);
    }
    throw new NamingException(part + " is the name of something else in the application.");
  }
}
