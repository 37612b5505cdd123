package io.headwaiter.apps.supplier;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers at every address that has no service: 404, as JSON. Stateless and thread-safe. */
final class NotFoundServlet extends HttpServlet {
  private static final int STATUS = HttpServletResponse.SC_NOT_FOUND;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String sentence = "The supplier has no such service; / lists them.";
    response.setStatus(STATUS);
    ServiceServlet.send(response, MessageFormats.JSON, MessageFormats.JSON.error(STATUS, sentence));
  }
}
