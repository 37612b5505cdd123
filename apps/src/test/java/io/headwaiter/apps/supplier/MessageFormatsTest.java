package io.headwaiter.apps.supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.apps.PageError;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read as a message, and what is refused. */
class MessageFormatsTest {
  private static final String BEGIN = "<e:Envelope xmlns:e=\"" + XmlFormat.SOAP + "\"><e:Body>";
  private static final String END = "</e:Body></e:Envelope>";

  static Stream<MessageFormat> formats() {
    return Stream.of(MessageFormats.JSON, MessageFormats.XML);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Fields json(String body) {
    return MessageFormats.JSON.read("M", bytes(body));
  }

  private static Fields xml(String body) {
    return MessageFormats.XML.read("M", bytes(body));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void readsWhatItHasWritten(MessageFormat format) {
    String text = "a < b & \"c\" \u00e9 \ud83d\ude00";
    Fields content =
        new Fields()
            .with("text", text)
            .with("number", 12)
            .with("amount", new BigDecimal("3.50"))
            .with("lines", List.of(new Fields().with("a", 1), new Fields().with("a", 2)));
    Fields read = format.read("M", format.write("M", content));
    assertThat(read.parameters().text("text", 1, 100)).isEqualTo(text);
    assertThat(read.parameters().integer("number", 1, 100)).isEqualTo(12);
    assertThat(read.parameters().money("amount", BigDecimal.ZERO, BigDecimal.TEN))
        .isEqualTo(new BigDecimal("3.50"));
    assertThat(read.entries("lines", 2)).hasSize(2);
    assertThat(read.entries("lines", 2).get(1).parameters().integer("a", 1, 9)).isEqualTo(2);
  }

  @Property(tries = 300)
  void anyTextCanBeCarried(@ForAll String text) {
    for (MessageFormat format : formats().toList()) {
      Fields read = format.read("M", format.write("M", new Fields().with("t", text)));
      Object carried = read.values().get("t");
      // XML parsers read all line ends as one kind.
      String wanted = Carried.text(text).replaceAll("\r\n?", "\n");
      assertThat(carried.toString().replaceAll("\r\n?", "\n")).isEqualTo(wanted);
      assertThat(format.error(400, text)).isNotEmpty();
    }
  }

  @Test
  void readsJsonOfOtherClients() {
    Fields read = json(" {\"M\" : {\"a\":true, \"b\":null, \"c\":1.5e3, \"d\":[] } } ");
    assertThat(read.values()).containsOnlyKeys("a", "c", "d");
    assertThat(read.values()).containsEntry("a", "true").containsEntry("c", "1.5e3");
  }

  @Test
  void readsXmlOfOtherClients() {
    Fields read =
        xml(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- c -->\n"
                + BEGIN.replace("<e:Body>", "<e:Header><x><y/></x></e:Header> <e:Body>")
                + "<m:M xmlns:m=\"urn:x\" id=\"7\"> <a>1<!-- c -->2</a> <b><![CDATA[<3>]]></b>"
                + "<c><one><d>4</d></one>\n<other><d>5</d></other></c></m:M>"
                + END);
    assertThat(read.values()).containsEntry("a", "12").containsEntry("b", "<3>");
    assertThat(read.entries("c", 5)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "null",
        "[]",
        "{}",
        "{\"N\":{}}",
        "{\"M\":7}",
        "{\"M\":{}",
        "{\"M\":{}}}",
        "{\"M\":{},\"N\":{}}",
        "{\"M\":{\"a\":{}}}",
        "{\"M\":{\"a\":[1]}}",
        "{\"M\":{\"a\":[[]]}}",
        "{\"M\":{\"a\":[{\"b\":[{}]}]}}",
        "{\"M\":{\"a\":1,\"a\":2}}",
        "{\"M\":{\"a\":01}}",
        "{\"M\":{\"a\":NaN}}",
        "{'M':{}}",
        "{\"M\":{\"a\":\"\u0007\"}}",
        "<M/>"
      })
  void refusesMalformedJson(String body) {
    assertThatThrownBy(() -> json(body))
        .isInstanceOfSatisfying(PageError.class, e -> assertThat(e.status()).isEqualTo(400));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "<M/>",
        BEGIN + "<N/>" + END,
        BEGIN + END,
        BEGIN + "<M>text</M>" + END,
        BEGIN + "<M><a></M>" + END,
        BEGIN + "<M><a/><a/></M>" + END,
        BEGIN + "<M/><M/>" + END,
        BEGIN + "<M><a>1<b/></a></M>" + END,
        BEGIN + "<M><a><b><c><d>1</d></c></b></a></M>" + END,
        BEGIN + "<M><a>&unknown;</a></M>" + END,
        BEGIN + "<M><?php a ?></M>" + END,
        BEGIN + "<M/></e:Body>",
        BEGIN + "<M/>" + END + "<M/>",
        "<Envelope><Body><M/></Body></Envelope>",
        "<!DOCTYPE M>" + BEGIN + "<M/>" + END
      })
  void refusesMalformedXml(String body) {
    assertThatThrownBy(() -> xml(body))
        .isInstanceOfSatisfying(PageError.class, e -> assertThat(e.status()).isEqualTo(400));
  }

  @Test
  void readsNoExternalEntity() {
    for (String type :
        List.of(
            "<!DOCTYPE M [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>",
            "<!DOCTYPE M SYSTEM \"http://127.0.0.1:1/x.dtd\">",
            "<!DOCTYPE M [<!ENTITY a \"aaaa\"><!ENTITY x \"&a;&a;&a;&a;\">]>")) {
      assertThatThrownBy(() -> xml(type + BEGIN + "<M><a>&x;</a></M>" + END))
          .isInstanceOf(PageError.class);
    }
  }

  @Test
  void refusesDeepAndLongInput() {
    String deep = "{\"M\":{\"a\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}}";
    assertThatThrownBy(() -> json(deep)).isInstanceOf(PageError.class);
    assertThatThrownBy(() -> json("{\"M\":{\"a\":\"" + "x".repeat(30_000) + "\"}}"))
        .isInstanceOf(PageError.class);
    assertThatThrownBy(() -> json("{\"M\":{\"" + "x".repeat(9000) + "\":1}}"))
        .isInstanceOf(PageError.class);
    assertThatThrownBy(() -> json("{\"M\":{\"a\":" + "9".repeat(9000) + "}}"))
        .isInstanceOf(PageError.class);
    String elements = "<a>".repeat(5000) + "</a>".repeat(5000);
    assertThatThrownBy(() -> xml(BEGIN + elements + END)).isInstanceOf(PageError.class);
    String name = "x".repeat(9000);
    assertThatThrownBy(() -> xml(BEGIN + "<M><" + name + "/></M>" + END))
        .isInstanceOf(PageError.class);
  }

  @Test
  void knowsContentTypes() {
    assertThat(MessageFormats.of("application/json; charset=utf-8")).isSameAs(MessageFormats.JSON);
    assertThat(MessageFormats.of("TEXT/XML;charset=UTF-8")).isSameAs(MessageFormats.XML);
    assertThat(MessageFormats.of("application/soap+xml")).isSameAs(MessageFormats.XML);
    for (String other : new String[] {null, "", ";", "text/plain", "application/x-json"}) {
      assertThatThrownBy(() -> MessageFormats.of(other)).hasMessageContaining("application/json");
    }
  }

  @Test
  void errorsAreMessagesOfTheirFormat() {
    assertThat(new String(MessageFormats.JSON.error(400, "a \"b\""), StandardCharsets.UTF_8))
        .isEqualTo("{\"error\":{\"status\":400,\"message\":\"a \\\"b\\\"\"}}");
    assertThat(new String(MessageFormats.XML.error(503, "a <b>"), StandardCharsets.UTF_8))
        .contains("<soap:Fault><faultcode>soap:Server</faultcode>", "a &lt;b&gt;</faultstring>");
  }
}
