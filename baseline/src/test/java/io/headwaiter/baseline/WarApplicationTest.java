package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.logging.Logger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.naming.NameNotFoundException;
import javax.sql.DataSource;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The JNDI names of an application, on a Tomcat that listens on no port. */
@Timeout(60)
class WarApplicationTest {
  private static final String REF =
      "<resource-ref><res-ref-name>%s</res-ref-name><res-type>%s</res-type></resource-ref>";
  private static final String CONTEXT_XML =
      """
      <Context><Resource name="jdbc/c" type="javax.sql.DataSource" url="jdbc:none"/></Context>
      """;

  @TempDir private Path folder;
  private final DataSource source = new Nothing();

  private static final class Nothing implements DataSource {
    @Override
    public Connection getConnection() {
      throw new IllegalStateException("nobody asks");
    }

    @Override
    public Connection getConnection(String user, String password) {
      return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
      return null;
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }

  /** Makes a WAR without code; its web.xml declares these names and types. */
  private Path war(String name, String contextXml, String... namesAndTypes) throws IOException {
    Path war = folder.resolve(name);
    StringBuilder xml = new StringBuilder("<web-app>");
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      xml.append(REF.formatted(namesAndTypes[i], namesAndTypes[i + 1]));
    }
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
      zip.write(xml.append("</web-app>").toString().getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("META-INF/context.xml"));
      zip.write(contextXml.getBytes(StandardCharsets.UTF_8));
    }
    return war;
  }

  /** Returns the object under a name after the application has started. */
  @SuppressWarnings("BanJNDI") // of this process
  private Object lookUp(WarApplication application, String name) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory(folder, "tomcat").toString());
    Files.createDirectories(tomcat.getServer().getCatalinaBase().toPath().resolve("webapps"));
    try {
      application.addTo(tomcat, context -> source);
      tomcat.start();
      application.requireStarted();
      StandardContext context =
          (StandardContext) tomcat.getHost().findChild(application.contextPath());
      return context.getNamingContextListener().getEnvContext().lookup(name);
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static WarApplication application(Path war, String jndiName) throws IOException {
    return WarApplication.of(
        war, /* contextPath= */ null, jndiName, /* needsSource= */ true, /* sessionMinutes= */ 1);
  }

  @Test
  void replacesTheOnlyDeclaredDataSource() throws Exception {
    Path war =
        war(
            "a.war",
            "<Context/>",
            "mail/a",
            "jakarta.mail.Session",
            "jdbc/a",
            "javax.sql.DataSource");
    assertThat(lookUp(application(war, null), "jdbc/a")).isSameAs(source);
    Path inContext = war("c.war", CONTEXT_XML);
    assertThat(lookUp(application(inContext, null), "jdbc/c")).isSameAs(source);
  }

  @Test
  void bindsDataSourceToGivenName() throws Exception {
    Path war = war("a.war", CONTEXT_XML, "jdbc/a", "javax.sql.DataSource");
    assertThat(lookUp(application(war, "jdbc/a"), "jdbc/a")).isSameAs(source);
    assertThat(lookUp(application(war, "java:comp/env/deep/down/x"), "deep/down/x"))
        .isSameAs(source);
  }

  @Test
  void rejectsMissingOrAmbiguousDataSource() throws Exception {
    WarApplication none = application(war("none.war", "<Context/>"), null);
    assertThatIOException()
        .isThrownBy(() -> lookUp(none, "x"))
        .withMessageContaining("none.war declares no DataSource")
        .withMessageContaining("--jndi-name");
    Path two = war("two.war", CONTEXT_XML, "jdbc/a", "javax.sql.DataSource");
    assertThatIOException()
        .isThrownBy(() -> lookUp(application(two, null), "x"))
        .withMessageContaining("declares more than one DataSource: [jdbc/a, jdbc/c]. Say with");
  }

  @Test
  void startsWithoutDataSourceWhereNoneIsNeeded() throws Exception {
    Path war = war("none.war", "<Context/>", "mail/a", "jakarta.mail.Session");
    WarApplication none =
        WarApplication.of(war, null, null, /* needsSource= */ false, /* sessionMinutes= */ 1);
    assertThatExceptionOfType(NameNotFoundException.class)
        .as("it has started, and nothing is bound")
        .isThrownBy(() -> lookUp(none, "jdbc/a"));
    Path one = war("one.war", CONTEXT_XML);
    WarApplication declared =
        WarApplication.of(one, null, null, /* needsSource= */ false, /* sessionMinutes= */ 1);
    assertThat(lookUp(declared, "jdbc/c")).isSameAs(source);
  }

  @Test
  void contextPathFollowsTomcatRules() throws IOException {
    assertThat(application(war("ROOT.war", "<Context/>"), null).contextPath()).isEmpty();
    assertThat(application(war("shop.war", "<Context/>"), null).contextPath()).isEqualTo("/shop");
    assertThat(application(war("a#b##2.war", "<Context/>"), null).contextPath()).isEqualTo("/a/b");
    Path war = war("x.war", "<Context/>");
    assertThat(WarApplication.of(war, "/", null, true, 0).contextPath()).isEmpty();
    assertThat(WarApplication.of(war, "/y/z", null, true, 0).contextPath()).isEqualTo("/y/z");
  }
}
