package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.headwaiter.front.config.HeadwaiterOption;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;

/** What README and docs show to be copied names options and classes that there are. */
class DocumentedSnippetsTest {
  private static final Pattern XML = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS =
      Pattern.compile("\\bio\\.headwaiter(?:\\.[a-z]+)+\\.[A-Z][A-Za-z]+(?![*A-Za-z])");
  private static final Pattern ENVIRONMENT = Pattern.compile("\\bHEADWAITER_[A-Z_]+[A-Z]");
  // Of the connector in server.xml; the rest must be ours.
  private static final Set<String> OF_TOMCAT =
      Set.of("protocol", "port", "address", "SSLEnabled", "maxThreads", "maxConnections");
  private static final Set<String> OF_COMMANDS =
      Set.of("HEADWAITER_ADMIN_CA", "HEADWAITER_DB_PASSWORD", "HEADWAITER_JAVA_OPTS");
  // Not on the class path of the command.
  private static final Pattern ELSEWHERE =
      Pattern.compile("io\\.headwaiter\\.(spring|micrometer|jmx|shaded)\\..*");

  private static Set<String> all(Pattern pattern) throws IOException {
    Set<String> all = new HashSet<>();
    for (Path page : DocumentedPages.all()) {
      Matcher found = pattern.matcher(Files.readString(page));
      while (found.find()) {
        all.add(found.group(found.groupCount()));
      }
    }
    return all;
  }

  private static Document parsed(String snippet) throws Exception {
    String whole = "<all>" + snippet + "</all>";
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(whole.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void connectorsHaveOptionsThatThereAre() throws Exception {
    Set<String> ours =
        Arrays.stream(HeadwaiterOption.values())
            .map(HeadwaiterOption::optionName)
            .collect(Collectors.toSet());
    int connectors = 0;
    for (String snippet : all(XML)) {
      NodeList found = parsed(snippet).getElementsByTagName("Connector");
      for (int i = 0; i < found.getLength(); i++) {
        NamedNodeMap attributes = ((Element) found.item(i)).getAttributes();
        for (int k = 0; k < attributes.getLength(); k++) {
          String name = attributes.item(k).getNodeName();
          assertThat(ours.contains(name) || OF_TOMCAT.contains(name)).as(name).isTrue();
        }
        connectors++;
      }
    }
    assertThat(connectors).isPositive();
  }

  @Test
  void namedClassesExist() throws Exception {
    List<String> names =
        all(CLASS).stream().filter(name -> !ELSEWHERE.matcher(name).matches()).sorted().toList();
    assertThat(names).isNotEmpty();
    for (String name : names) {
      assertThatCode(
              () -> Class.forName(name, /* initialize= */ false, getClass().getClassLoader()))
          .as(name)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void namedVariablesExist() throws Exception {
    Set<String> known = new HashSet<>(OF_COMMANDS);
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      known.add(option.environmentName());
    }
    assertThat(all(ENVIRONMENT)).isNotEmpty().isSubsetOf(known);
  }
}
