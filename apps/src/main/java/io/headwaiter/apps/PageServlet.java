package io.headwaiter.apps;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/**
 * The plain servlet in front of one {@link Page}. It answers GET and POST alike, and turns failures
 * into a short page: 4xx for a {@link PageError}, 503 with Retry-After when the database fails, 500
 * for a defect of the shop. Only PageError's messages reach the client. The page is built before
 * the first byte is sent, so the status can always be set.
 */
public final class PageServlet extends HttpServlet {
  /** The value of Retry-After when the database fails, in seconds. */
  public static final int RETRY_AFTER_SECONDS = 5;

  private final transient SiteLayout layout;
  private final transient Page page;
  private final transient FailureLog log;

  /** Serves the page, reports failures to the log, and makes error pages with the layout. */
  public PageServlet(SiteLayout layout, Page page, FailureLog log) {
    this.layout = layout;
    this.page = page;
    this.log = log;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.setCharacterEncoding(StandardCharsets.UTF_8.name());
    HtmlPage answer;
    try {
      answer = page.answer(new Parameters(name -> parameter(request, name)));
    } catch (PageError e) {
      response.setStatus(e.status());
      answer = layout.page(e.title()).element("p", e.getMessage());
    } catch (SQLException e) {
      log.failed(request.getServletPath(), e);
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      response.setIntHeader("Retry-After", RETRY_AFTER_SECONDS);
      answer = unavailable();
    } catch (RuntimeException e) {
      log.failed(request.getServletPath(), e);
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      answer = layout.page("Out of order").element("p", "The shop made a mistake. It was noted.");
    }
    send(response, answer.toBytes());
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    doGet(request, response);
  }

  private HtmlPage unavailable() {
    return layout
        .page("Out of service for a moment")
        .element("p", "The shop cannot reach its books. Please try again in a few seconds.");
  }

  private static void send(HttpServletResponse response, byte[] body) throws IOException {
    response.setContentType("text/html;charset=UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", ResourceServlet.CONTENT_POLICY);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /**
   * Returns a parameter. Containers reject broken percent-encoding and oversize bodies with an
   * IllegalStateException.
   */
  private static String parameter(HttpServletRequest request, String name) {
    try {
      return request.getParameter(name);
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw PageError.badRequest(
          "The parameters of this request are not readable; give"
              + " percent-encoded UTF-8 in the form name=value&name=value.");
    }
  }
}
