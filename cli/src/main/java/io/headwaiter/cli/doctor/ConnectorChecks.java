package io.headwaiter.cli.doctor;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Checks of the connectors in a {@code server.xml}. Nothing is started or changed. */
final class ConnectorChecks {
  private static final String PROTOCOL = "io.headwaiter.tomcat.HeadwaiterProtocol";

  private final Path base;

  /**
   * @param base folder from which relative names count
   */
  ConnectorChecks(Path base) {
    this.base = base;
  }

  List<Finding> of(Path configuration) throws IOException {
    List<Element> ours = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    NodeList connectors;
    try {
      connectors = parse(configuration).getElementsByTagName("Connector");
    } catch (SAXException e) {
      return List.of(
          Finding.wrong(configuration + " is no XML: " + e.getMessage(), "Mend that first."));
    }
    for (int i = 0; i < connectors.getLength(); i++) {
      Element connector = (Element) connectors.item(i);
      if (connector.getAttribute("protocol").equals(PROTOCOL)) {
        ours.add(connector);
      } else if (!connector.getAttribute("protocol").startsWith("AJP") && !redirects(connector)) {
        findings.add(unprotected(connector));
      }
    }
    if (ours.isEmpty()) {
      findings.add(
          Finding.wrong(
              "No connector has protocol=\"" + PROTOCOL + "\".",
              "Set it on the HTTPS connector: docs/tomcat.md."));
    }
    for (Element connector : ours) {
      findings.addAll(ours(connector));
    }
    return findings;
  }

  private static Element parse(Path configuration) throws IOException, SAXException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // its messages would go to the terminal
      return builder.parse(configuration.toFile()).getDocumentElement();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("Every JDK has an XML parser", e);
    }
  }

  /** Returns whether the connector redirects all that it is asked for to HTTPS. */
  private boolean redirects(Element connector) throws IOException {
    Path web = base.resolve("conf").resolve("web.xml");
    if (!connector.hasAttribute("redirectPort") || !Files.isReadable(web)) {
      return false;
    }
    try {
      NodeList constraints = parse(web).getElementsByTagName("security-constraint");
      for (int i = 0; i < constraints.getLength(); i++) {
        Element one = (Element) constraints.item(i);
        if (has(one, "url-pattern", "/*") && has(one, "transport-guarantee", "CONFIDENTIAL")) {
          return true;
        }
      }
    } catch (SAXException e) {
      return false; // Tomcat says what is wrong with it
    }
    return false;
  }

  private static boolean has(Element parent, String name, String text) {
    NodeList found = parent.getElementsByTagName(name);
    for (int i = 0; i < found.getLength(); i++) {
      if (found.item(i).getTextContent().strip().equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static Finding unprotected(Element connector) {
    return Finding.caution(
        "The connector on port " + connector.getAttribute("port") + " is not protected.",
        "Remove it, or let all that it serves redirect to HTTPS: docs/tomcat.md.");
  }

  private List<Finding> ours(Element connector) {
    String port = connector.getAttribute("port");
    List<Finding> findings = new ArrayList<>();
    findings.add(options(connector, port));
    if (!connector.getAttribute("SSLEnabled").equals("true")) {
      findings.add(
          Finding.wrong(
              "The connector on port " + port + " has no SSLEnabled=\"true\".",
              "Set it: Headwaiter tells TLS connections apart."));
    }
    if (connector.hasAttribute("maxThreads") || connector.hasAttribute("executor")) {
      findings.add(
          Finding.caution(
              "The connector on port " + port + " sets maxThreads or executor.",
              "Remove both, so that the number of worker threads follows the load."));
    }
    if (!connector.hasAttribute(HeadwaiterOption.ADMIN_PORT.optionName())) {
      findings.add(
          Finding.caution(
              "The connector on port " + port + " has no adminPort in server.xml.",
              "Set adminPort=\"9180\" there, or HEADWAITER_ADMIN_PORT: the dashboard shows what it does."));
    }
    ticketKeys(connector).ifPresent(findings::add);
    findings.addAll(certificates(connector));
    return findings;
  }

  private Finding options(Element connector, String port) {
    Map<HeadwaiterOption, String> values = new EnumMap<>(HeadwaiterOption.class);
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      String value = resolved(connector.getAttribute(option.optionName()));
      if (connector.hasAttribute(option.optionName()) && !isOpen(value)) {
        values.put(option, value);
      }
    }
    try {
      new HeadwaiterSettings(values, name -> null, name -> null).check();
      return Finding.good("The options of the connector on port " + port + " are allowed.");
    } catch (IllegalArgumentException e) {
      return Finding.wrong(e.getMessage(), "Change the option: docs/options.md.");
    }
  }

  private Optional<Finding> ticketKeys(Element connector) {
    String name = HeadwaiterOption.TICKET_KEY_FILE.optionName();
    if (!connector.hasAttribute(name)) {
      return Optional.empty();
    }
    String value = resolved(connector.getAttribute(name));
    if (isOpen(value)) {
      return Optional.of(unchecked(name, value));
    }
    Path file = base.resolve(value);
    try {
      TicketKeys.fromFile(file, /* rotationSeconds= */ 1, System::currentTimeMillis);
      return Optional.of(Finding.good("The ticket key file " + file + " is good."));
    } catch (IOException e) {
      return Optional.of(
          Finding.wrong(
              e.getMessage(), "Make one with ./headwaiter ticket-keys new, or set its owner."));
    }
  }

  private String resolved(String value) {
    return value.replace("${catalina.base}", base.toString());
  }

  /** Whether Tomcat replaces a part of it by something that is only known when it runs. */
  private static boolean isOpen(String value) {
    return value.contains("${");
  }

  private static Finding unchecked(String what, String value) {
    return Finding.caution(
        what + " has " + value + ", which Tomcat replaces, so it cannot be checked here.",
        "Check it by ./headwaiter doctor --target when the server runs.");
  }

  private List<Finding> certificates(Element connector) {
    List<Finding> findings = new ArrayList<>();
    NodeList certificates = connector.getElementsByTagName("Certificate");
    if (certificates.getLength() == 0) {
      findings.add(
          Finding.wrong(
              "The connector has no SSLHostConfig with a Certificate.",
              "Add one: docs/tomcat.md has an example."));
    }
    for (int i = 0; i < certificates.getLength(); i++) {
      findings.add(certificate((Element) certificates.item(i)));
    }
    return findings;
  }

  private Finding certificate(Element certificate) {
    for (String attribute : List.of("certificateKeystoreFile", "certificateFile")) {
      String name = resolved(certificate.getAttribute(attribute));
      String password = certificate.getAttribute("certificateKeystorePassword");
      if (isOpen(name) || isOpen(password)) {
        // A password is not shown, also if only a part of it is open.
        return unchecked("Certificate", isOpen(name) ? name : "certificateKeystorePassword");
      }
      if (!name.isEmpty()) {
        return CertificateCheck.of(base.resolve(name), password);
      }
    }
    return Finding.caution(
        "A Certificate has neither certificateKeystoreFile nor certificateFile.",
        "Name its file, so that it can be checked.");
  }

  /** Returns whether a file can be read. */
  static boolean isReadable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file);
  }
}
