package io.headwaiter.apps;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.zip.CRC32;

/**
 * Serves fixed bytes (an image, a style sheet, a page without parameters) with caching headers: a
 * validator, a lifetime of one hour, and 304 for a client that already has the bytes.
 */
public final class ResourceServlet extends HttpServlet {
  static final String CONTENT_POLICY = "default-src 'self'";

  private final String contentType;
  private final byte[] body;
  private final String entityTag;

  /** Creates a servlet for the bytes. They are not copied; do not change them afterwards. */
  public ResourceServlet(String contentType, byte[] body) {
    this.contentType = contentType;
    this.body = body;
    CRC32 sum = new CRC32();
    sum.update(body);
    this.entityTag = '"' + Long.toHexString(sum.getValue()) + '-' + body.length + '"';
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("ETag", entityTag);
    response.setHeader("Cache-Control", "public, max-age=3600");
    if (entityTag.equals(request.getHeader("If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(contentType);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", CONTENT_POLICY);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    doGet(request, response);
  }
}
