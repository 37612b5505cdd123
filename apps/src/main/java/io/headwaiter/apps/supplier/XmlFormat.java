package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Messages as XML in an envelope of SOAP 1.1. An element of the message with text is a value; one
 * with elements is a list, and each of these is an entry, whatever its name. Document types,
 * entities of their own, and processing instructions are refused; headers and attributes are
 * ignored. Thread-safe: each message has a parser of its own, because no factory of the JDK is
 * promised to be safe.
 */
final class XmlFormat implements MessageFormat {
  /** The namespace of the messages. */
  static final String NAMESPACE = "urn:headwaiter:supplier";

  static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

  private static final String PREFIX = "soap";
  private static final String BODY = "Body";
  private static final String ENCODING = "UTF-8";
  private static final int NAME_CHARS_MAX = 60;
  private static final int USUAL_BYTES = 2048;

  @Override
  public String contentType() {
    return "text/xml;charset=UTF-8";
  }

  @Override
  public Fields read(String name, byte[] body) {
    try {
      XMLStreamReader in = reader(body);
      begin(in, SOAP, "Envelope");
      expect(next(in) == XMLStreamConstants.START_ELEMENT, in);
      if (in.getLocalName().equals("Header")) {
        skip(in);
        expect(next(in) == XMLStreamConstants.START_ELEMENT, in);
      }
      expect(isNamed(in, SOAP, BODY), in);
      expect(next(in) == XMLStreamConstants.START_ELEMENT, in);
      if (!in.getLocalName().equals(name)) {
        throw PageError.badRequest("The body is no message " + name + "; give that one.");
      }
      Fields content = content(in, /* listsAllowed= */ true);
      expect(next(in) == XMLStreamConstants.END_ELEMENT, in); // of the Body
      expect(next(in) == XMLStreamConstants.END_ELEMENT, in); // of the Envelope
      expect(next(in) == XMLStreamConstants.END_DOCUMENT, in);
      return content;
    } catch (XMLStreamException e) {
      throw malformed(e.getLocation());
    }
  }

  private static XMLStreamReader reader(byte[] body) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("Nothing outside of the message is read.");
        });
    return factory.createXMLStreamReader(new ByteArrayInputStream(body));
  }

  private static void begin(XMLStreamReader in, String namespace, String name)
      throws XMLStreamException {
    expect(next(in) == XMLStreamConstants.START_ELEMENT && isNamed(in, namespace, name), in);
  }

  private static boolean isNamed(XMLStreamReader in, String namespace, String name) {
    return name.equals(in.getLocalName()) && namespace.equals(in.getNamespaceURI());
  }

  private static void expect(boolean met, XMLStreamReader in) {
    if (!met) {
      throw malformed(in.getLocation());
    }
  }

  /** Returns the next event that is no comment; refuses what has no place in a message. */
  private static int event(XMLStreamReader in) throws XMLStreamException {
    int event = in.next();
    while (event == XMLStreamConstants.COMMENT || event == XMLStreamConstants.SPACE) {
      event = in.next();
    }
    return switch (event) {
      case XMLStreamConstants.START_ELEMENT,
          XMLStreamConstants.END_ELEMENT,
          XMLStreamConstants.CHARACTERS,
          XMLStreamConstants.CDATA,
          XMLStreamConstants.END_DOCUMENT ->
          event;
      default ->
          throw PageError.badRequest(
              "The body has a document type, an entity or a processing instruction; leave it out.");
    };
  }

  private static boolean isText(int event) {
    return event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA;
  }

  /** Returns the next event that is no blank text, either. */
  private static int next(XMLStreamReader in) throws XMLStreamException {
    int event = event(in);
    while (isText(event) && in.getText().isBlank()) {
      event = event(in);
    }
    return event;
  }

  /** Reads to the end of the element that has begun. */
  private static void skip(XMLStreamReader in) throws XMLStreamException {
    int open = 1;
    while (open > 0) {
      int event = event(in);
      if (event == XMLStreamConstants.START_ELEMENT) {
        open++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        open--;
      }
    }
  }

  /** Reads the elements in the one that has begun, to its end. */
  private static Fields content(XMLStreamReader in, boolean listsAllowed)
      throws XMLStreamException {
    Fields content = new Fields();
    int event = next(in);
    while (event == XMLStreamConstants.START_ELEMENT) {
      String name = in.getLocalName();
      if (name.length() > NAME_CHARS_MAX) {
        throw malformed(in.getLocation());
      }
      if (!content.add(name, value(in, listsAllowed))) {
        throw PageError.badRequest("The body has the name " + name + " twice; give it once.");
      }
      event = next(in);
    }
    expect(event == XMLStreamConstants.END_ELEMENT, in);
    return content;
  }

  /** Reads the element that has begun, to its end: text, or the entries of a list. */
  private static Object value(XMLStreamReader in, boolean listsAllowed) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    List<Fields> entries = new ArrayList<>(0);
    int event = event(in);
    while (event != XMLStreamConstants.END_ELEMENT) {
      if (isText(event)) {
        text.append(in.getText());
      } else {
        expect(event == XMLStreamConstants.START_ELEMENT && listsAllowed, in);
        entries.add(content(in, /* listsAllowed= */ false));
      }
      event = event(in);
    }
    if (entries.isEmpty()) {
      return text.toString();
    }
    expect(text.toString().isBlank(), in);
    return entries;
  }

  private static PageError malformed(Location at) {
    String where =
        at == null ? "" : " after line " + at.getLineNumber() + ", column " + at.getColumnNumber();
    return PageError.badRequest(
        "The body is no XML message"
            + where
            + "; give a SOAP 1.1 envelope with the message in its Body.");
  }

  @Override
  public byte[] write(String name, Fields content) {
    return inBody(
        out -> {
          out.writeStartElement(name);
          out.writeDefaultNamespace(NAMESPACE);
          write(out, content);
          out.writeEndElement();
        });
  }

  @Override
  public byte[] error(int status, String sentence) {
    String whose = status < 500 ? "Client" : "Server";
    return inBody(
        out -> {
          out.writeStartElement(PREFIX, "Fault", SOAP);
          text(out, "faultcode", PREFIX + ':' + whose);
          text(out, "faultstring", Carried.text(sentence));
          out.writeEndElement();
        });
  }

  /** Writes what is in the Body. */
  private interface Part {
    void write(XMLStreamWriter out) throws XMLStreamException;
  }

  private static byte[] inBody(Part part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    try {
      XMLStreamWriter out =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, ENCODING);
      out.writeStartDocument(ENCODING, "1.0");
      out.writeStartElement(PREFIX, "Envelope", SOAP);
      out.writeNamespace(PREFIX, SOAP);
      out.writeStartElement(PREFIX, BODY, SOAP);
      part.write(out);
      out.writeEndElement();
      out.writeEndElement();
      out.writeEndDocument();
      out.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("Writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static void write(XMLStreamWriter out, Fields content) throws XMLStreamException {
    for (Map.Entry<String, Object> field : content.values().entrySet()) {
      String name = field.getKey();
      if (field.getValue() instanceof List<?> entries) {
        out.writeStartElement(name);
        for (Object entry : entries) {
          out.writeStartElement(singular(name));
          write(out, (Fields) entry);
          out.writeEndElement();
        }
        out.writeEndElement();
      } else {
        text(out, name, field.getValue().toString());
      }
    }
  }

  /** Returns the name of an entry of a list: "line" for "lines". */
  private static String singular(String name) {
    return name.substring(0, name.length() - 1);
  }

  private static void text(XMLStreamWriter out, String name, String text)
      throws XMLStreamException {
    out.writeStartElement(name);
    out.writeCharacters(text);
    out.writeEndElement();
  }
}
