package io.headwaiter.apps.supplier;

import io.headwaiter.apps.FailureLog;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.PageServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/**
 * The plain servlet in front of one {@link Service}. It answers POST, in the format of the request,
 * and turns failures into an error of that format, or of JSON if the format is unknown: 400 for a
 * body that is no such message or is too long, other 4xx for a {@link PageError}, 405 for another
 * method, 503 with Retry-After when the database or another service fails, 500 for a defect. Only
 * PageError's messages reach the client. Thread-safe.
 */
final class ServiceServlet extends HttpServlet {
  /** The longest body of a request, in bytes. */
  static final int BODY_BYTES_MAX = 32 * 1024;

  private final transient String name;
  private final transient Service service;
  private final transient FailureLog log;

  /** Answers messages of this name. */
  ServiceServlet(String name, Service service, FailureLog log) {
    this.name = name;
    this.service = service;
    this.log = log;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    MessageFormat format = MessageFormats.JSON;
    if (!request.getMethod().equals("POST")) {
      response.setHeader("Allow", "POST");
      int status = HttpServletResponse.SC_METHOD_NOT_ALLOWED;
      fail(response, format, status, "This address takes messages; send one by POST.");
      return;
    }
    byte[] reply;
    try {
      format = MessageFormats.of(request.getContentType());
      Fields in = format.read(name, body(request));
      reply = format.write(name + MessageFormats.RESPONSE, service.answer(in));
    } catch (PageError e) {
      fail(response, format, e.status(), e.getMessage());
      return;
    } catch (SQLException | ServiceFailure e) {
      log.failed(request.getServletPath(), e);
      response.setIntHeader("Retry-After", PageServlet.RETRY_AFTER_SECONDS);
      int status = HttpServletResponse.SC_SERVICE_UNAVAILABLE;
      fail(response, format, status, "The supplier is out of service; try again in some seconds.");
      return;
    } catch (RuntimeException e) {
      log.failed(request.getServletPath(), e);
      int status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
      fail(response, format, status, "The supplier made a mistake. It was noted.");
      return;
    }
    send(response, format, reply);
  }

  /** Reads the body; of one that is too long, only so much as shows it. */
  private static byte[] body(HttpServletRequest request) throws IOException {
    if (request.getContentLengthLong() <= BODY_BYTES_MAX) {
      byte[] body = request.getInputStream().readNBytes(BODY_BYTES_MAX + 1);
      if (body.length <= BODY_BYTES_MAX) {
        return body;
      }
    }
    throw PageError.badRequest("The body is too long; give at most " + BODY_BYTES_MAX + " bytes.");
  }

  private static void fail(
      HttpServletResponse response, MessageFormat format, int status, String sentence)
      throws IOException {
    response.setStatus(status);
    send(response, format, format.error(status, sentence));
  }

  static void send(HttpServletResponse response, MessageFormat format, byte[] body)
      throws IOException {
    response.setContentType(format.contentType());
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
