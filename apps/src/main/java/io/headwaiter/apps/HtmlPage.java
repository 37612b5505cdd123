package io.headwaiter.apps;

import java.nio.charset.StandardCharsets;

/**
 * A page under construction. Text, values and link targets are escaped. Tag names, field names,
 * input types, methods, the path of {@link #imageLink} and {@link #markup} are not: they take only
 * constants of the program. Not thread-safe: one per request.
 */
public final class HtmlPage {
  private static final int USUAL_CHARS = 6000;

  private final StringBuilder out = new StringBuilder(USUAL_CHARS);
  private final SiteLayout layout;

  HtmlPage(SiteLayout layout, String title) {
    this.layout = layout;
    out.append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    text(title).text(" - ").text(layout.siteName());
    out.append(layout.afterTitle());
    element("h1", title);
  }

  /**
   * Appends constant markup of the program unchanged. Never pass anything that came from outside.
   */
  public HtmlPage markup(String constant) {
    out.append(constant);
    return this;
  }

  /** Appends text, escaped for element content and for quoted attribute values. */
  public HtmlPage text(Object value) {
    escape(String.valueOf(value));
    return this;
  }

  /** Appends {@code <tag>text</tag>} with the text escaped. */
  public HtmlPage element(String tag, Object value) {
    return open(tag).text(value).close(tag);
  }

  /** Appends {@code <tag>}. */
  public HtmlPage open(String tag) {
    out.append('<').append(tag).append('>');
    return this;
  }

  /** Appends {@code </tag>}. */
  public HtmlPage close(String tag) {
    out.append("</").append(tag).append('>');
    return this;
  }

  /** Appends a link inside the shop. */
  public HtmlPage link(Url target, Object label) {
    return attributeOf("<a href", target).markup(">").text(label).close("a");
  }

  /** Appends a link inside the shop, shown as an image. */
  public HtmlPage imageLink(Url target, String image, String label) {
    attributeOf("<a href", target).markup(">");
    out.append("<img src=\"").append(layout.contextPath()).append(image).append("\" alt=\"");
    return text(label).markup("\">").close("a");
  }

  /** Appends an image of the shop; path and text are escaped. */
  public HtmlPage image(Url source, Object label) {
    return attributeOf("<img src", source).markup(" alt=\"").text(label).markup("\">");
  }

  /** Appends a paragraph with a link. */
  public HtmlPage linkLine(Url target, Object label) {
    return open("p").link(target, label).close("p");
  }

  /** Opens a table with its column headings. */
  public HtmlPage table(String... heads) {
    out.append("<table><thead><tr>");
    for (String head : heads) {
      element("th", head);
    }
    out.append("</tr></thead><tbody>");
    return this;
  }

  /** Closes the table that {@link #table} opened. */
  public HtmlPage endTable() {
    out.append("</tbody></table>");
    return this;
  }

  /** Appends a table row of two cells: a label and its value. */
  public HtmlPage fact(String label, Object value) {
    return open("tr").element("th", label).element("td", value).close("tr");
  }

  /** Appends a table cell. */
  public HtmlPage cell(Object value) {
    return element("td", value);
  }

  /** Appends a table cell with a link. */
  public HtmlPage cell(Url target, Object label) {
    return open("td").link(target, label).close("td");
  }

  /**
   * Opens a form.
   *
   * @param method "get", or "post" where a field may be longer than a URL should be
   */
  public HtmlPage form(String path, String method) {
    out.append("<form method=\"").append(method).append('"');
    return attributeOf(" action", Url.of(path)).markup(">");
  }

  /** Closes the form that {@link #form} opened, with its button. */
  public HtmlPage endForm(String button) {
    return open("p").element("button", button).close("p").close("form");
  }

  /** Appends a labelled input; type is an HTML input type such as "text" or "password". */
  public HtmlPage input(String label, String name, String type, Object value) {
    out.append("<p><label>");
    text(label);
    out.append(" <input type=\"").append(type).append("\" name=\"").append(name);
    out.append("\" value=\"");
    return text(value).markup("\"></label></p>");
  }

  /** Appends a labelled choice of one of several values. */
  public HtmlPage select(String label, String name, Iterable<String> values) {
    out.append("<p><label>");
    text(label);
    out.append(" <select name=\"").append(name).append("\">");
    values.forEach(value -> element("option", value));
    out.append("</select></label></p>");
    return this;
  }

  /** Appends a labelled text field of several lines. */
  public HtmlPage textarea(String label, String name, int maxChars) {
    out.append("<p><label>");
    text(label);
    out.append(" <textarea name=\"").append(name).append("\" rows=\"6\" cols=\"60\" maxlength=\"");
    out.append(maxChars).append("\"></textarea></label></p>");
    return this;
  }

  /** Appends a hidden field of the form. */
  public HtmlPage hidden(String name, Object value) {
    out.append("<input type=\"hidden\" name=\"").append(name).append("\" value=\"");
    return text(value).markup("\">");
  }

  /** Returns the finished page in UTF-8. Call it once. */
  public byte[] toBytes() {
    return out.append(SiteLayout.FOOT).toString().getBytes(StandardCharsets.UTF_8);
  }

  private HtmlPage attributeOf(String opening, Url target) {
    out.append(opening).append("=\"").append(layout.contextPath());
    return text(target).markup("\"");
  }

  private void escape(String value) {
    int done = 0;
    for (int i = 0; i < value.length(); i++) {
      String safe = entity(value.charAt(i));
      if (safe != null) {
        out.append(value, done, i).append(safe);
        done = i + 1;
      }
    }
    out.append(value, done, value.length());
  }

  private static String entity(char c) {
    return switch (c) {
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '&' -> "&amp;";
      case '"' -> "&quot;";
      case '\'' -> "&#39;";
      default -> null;
    };
  }
}
