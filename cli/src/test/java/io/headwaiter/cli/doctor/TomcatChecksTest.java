package io.headwaiter.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.cli.doctor.Finding.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TomcatChecksTest {
  private static final String OURS =
      "<Connector protocol='io.headwaiter.tomcat.HeadwaiterProtocol' port='8443' SSLEnabled='true'"
          + " adminPort='9180'%s><SSLHostConfig><Certificate certificateFile='shop.pem'/>"
          + "</SSLHostConfig></Connector>";

  @TempDir Path folder;

  @BeforeEach
  void install() throws IOException {
    Files.createDirectories(folder.resolve("conf"));
    Files.createDirectories(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib/headwaiter-tomcat-0.1.0.jar"));
    Files.createFile(folder.resolve("shop.pem"));
    version("11.0.27");
    connectors(OURS.formatted(""));
  }

  private void version(String number) throws IOException {
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("lib/catalina.jar")))) {
      jar.putNextEntry(new ZipEntry("org/apache/catalina/util/ServerInfo.properties"));
      jar.write(("server.number=" + number + ".0").getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private void connectors(String... connectors) throws IOException {
    Files.writeString(
        folder.resolve("conf/server.xml"),
        "<Server><Service>" + String.join("", connectors) + "</Service></Server>");
  }

  private List<Finding> findings() throws IOException {
    return new TomcatChecks(folder).all();
  }

  private Finding theOneThatIs(Severity severity) throws IOException {
    List<Finding> found = findings().stream().filter(f -> f.severity() == severity).toList();
    assertThat(found).as("%s", findings()).hasSize(1);
    return found.get(0);
  }

  @Test
  void goodInstallationHasNothingToChange() throws Exception {
    assertThat(findings()).hasSizeGreaterThan(3).allMatch(f -> f.severity() == Severity.GOOD);
  }

  @Test
  void oldTomcatIsWrong() throws Exception {
    version("10.1.40");
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("Tomcat 10.1.40");
  }

  @Test
  void missingOrSecondJarIsWrong() throws Exception {
    Files.createFile(folder.resolve("lib/headwaiter-tomcat-boringssl-0.1.0.jar"));
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("Several jars");
    Files.delete(folder.resolve("lib/headwaiter-tomcat-boringssl-0.1.0.jar"));
    Files.delete(folder.resolve("lib/headwaiter-tomcat-0.1.0.jar"));
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("No jar of Headwaiter");
  }

  /** The libraries are in another folder, CATALINA_HOME, which this command does not know. */
  @Test
  void baseWithoutTomcatMayHaveTheJarElsewhere() throws Exception {
    Files.delete(folder.resolve("lib/headwaiter-tomcat-0.1.0.jar"));
    Files.delete(folder.resolve("lib/catalina.jar"));
    assertThat(findings()).noneMatch(f -> f.severity() == Severity.WRONG);
    assertThat(findings()).anyMatch(f -> f.advice().contains("CATALINA_HOME"));
  }

  @Test
  void whatTomcatReplacesIsNotChecked() throws Exception {
    connectors(OURS.formatted(" agentPort='${port}' ticketKeyFile='${keys}'"));
    assertThat(findings()).noneMatch(f -> f.severity() == Severity.WRONG);
    assertThat(theOneThatIs(Severity.CAUTION).what()).contains("ticketKeyFile has ${keys}");
    connectors(
        OURS.formatted("")
            .replace("<Certificate", "<Certificate certificateKeystorePassword='se${same}'"));
    assertThat(theOneThatIs(Severity.CAUTION).what())
        .contains("certificateKeystorePassword")
        .doesNotContain("same");
    connectors(OURS.formatted(" ticketKeyFile='${catalina.base}/conf/none'"));
    assertThat(theOneThatIs(Severity.WRONG).what())
        .contains(folder.resolve("conf/none").toString());
  }

  @Test
  void plainConnectorBesideIsNamed() throws Exception {
    connectors(OURS.formatted(""), "<Connector port='8080' protocol='HTTP/1.1'/>");
    assertThat(theOneThatIs(Severity.CAUTION).what()).contains("port 8080 is not protected");
  }

  @Test
  void plainConnectorThatRedirectsEverythingIsGood() throws Exception {
    String plain = "<Connector port='8080' protocol='HTTP/1.1' redirectPort='8443'/>";
    connectors(OURS.formatted(""), plain);
    assertThat(theOneThatIs(Severity.CAUTION).what()).contains("port 8080 is not protected");

    constraint("/*", "NONE");
    assertThat(theOneThatIs(Severity.CAUTION).what()).contains("port 8080 is not protected");
    constraint("/account/*", "CONFIDENTIAL");
    assertThat(theOneThatIs(Severity.CAUTION).what()).contains("port 8080 is not protected");
    constraint("/*", "CONFIDENTIAL");
    assertThat(findings()).allMatch(f -> f.severity() == Severity.GOOD);
  }

  private void constraint(String pattern, String guarantee) throws IOException {
    Files.writeString(
        folder.resolve("conf/web.xml"),
        """
        <web-app><security-constraint>
          <web-resource-collection><url-pattern>%s</url-pattern></web-resource-collection>
          <user-data-constraint><transport-guarantee>%s</transport-guarantee></user-data-constraint>
        </security-constraint></web-app>
        """
            .formatted(pattern, guarantee));
  }

  @Test
  void fixedThreadsAreNamed() throws Exception {
    connectors(OURS.formatted(" maxThreads='150'"));
    assertThat(theOneThatIs(Severity.CAUTION).what()).contains("maxThreads");
  }

  @Test
  void wrongOptionIsToldWithWhatIsAllowed() throws Exception {
    connectors(OURS.formatted(" helloDeadlineMillis='soon'"));
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("helloDeadlineMillis", "100");
  }

  @Test
  void missingCertificateIsWrong() throws Exception {
    Files.delete(folder.resolve("shop.pem"));
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("shop.pem cannot be read");
  }

  @Test
  void missingConnectorIsWrong() throws Exception {
    connectors();
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("No connector has");
  }

  @Test
  void textThatIsNoXmlIsTold() throws Exception {
    Files.writeString(folder.resolve("conf/server.xml"), "<Server>");
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("is no XML");
  }

  @Test
  void ticketKeyFileIsRead() throws Exception {
    connectors(OURS.formatted(" ticketKeyFile='" + folder.resolve("none") + "'"));
    assertThat(theOneThatIs(Severity.WRONG).what()).contains("cannot be read");
  }

  @Test
  void folderWithoutTomcatIsTold() throws Exception {
    assertThat(new TomcatChecks(folder.resolve("lib")).all())
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .contains("server.xml is not there");
  }

  @Test
  void machineIsJudgedByItsNumbers() {
    assertThat(MachineChecks.java(11).severity()).isEqualTo(Severity.WRONG);
    assertThat(MachineChecks.java(17).severity()).isEqualTo(Severity.GOOD);
    assertThat(MachineChecks.java(26).severity()).isEqualTo(Severity.CAUTION);
    assertThat(MachineChecks.descriptors(1024).advice()).contains("LimitNOFILE");
    assertThat(MachineChecks.descriptors(20_000).severity()).isEqualTo(Severity.GOOD);
    assertThat(MachineChecks.all()).hasSizeGreaterThan(2);
  }
}
