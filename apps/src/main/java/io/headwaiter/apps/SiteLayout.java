package io.headwaiter.apps;

import java.util.Map;

/**
 * The markup that all pages of one shop share, made once: the head with the stylesheet, the logo,
 * the navigation and the foot. Immutable.
 */
public final class SiteLayout {
  static final String FOOT =
      "</main><footer>A benchmark shop. Nothing here is for sale.</footer></body></html>";

  private final String contextPath;
  private final String siteName;
  private final String afterTitle;

  /**
   * Makes the markup.
   *
   * @param contextPath prefix of every link, "" for the root
   * @param siteName shown in titles
   * @param stylesheet path of the style sheet
   * @param logo path of the logo
   * @param navigation label to path, in the order shown
   */
  public SiteLayout(
      String contextPath,
      String siteName,
      String stylesheet,
      String logo,
      Map<String, String> navigation) {
    this.contextPath = contextPath;
    this.siteName = siteName;
    StringBuilder out = new StringBuilder(600);
    out.append("</title><link rel=\"stylesheet\" href=\"").append(contextPath).append(stylesheet);
    out.append("\"></head><body><header><img src=\"").append(contextPath).append(logo);
    out.append("\" alt=\"").append(siteName).append("\" width=\"200\" height=\"60\"><nav>");
    navigation.forEach(
        (label, path) ->
            out.append("<a href=\"")
                .append(contextPath)
                .append(path)
                .append("\">")
                .append(label)
                .append("</a> "));
    this.afterTitle = out.append("</nav></header><main>").toString();
  }

  /** Begins a page; the title is also its heading. */
  public HtmlPage page(String title) {
    return new HtmlPage(this, title);
  }

  String contextPath() {
    return contextPath;
  }

  String siteName() {
    return siteName;
  }

  String afterTitle() {
    return afterTitle;
  }
}
