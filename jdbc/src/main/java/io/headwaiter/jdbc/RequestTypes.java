package io.headwaiter.jdbc;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;

/**
 * Types of requests by their address: the pattern by which the container found the servlet if it is
 * an exact one, else the first two segments of the path.
 */
public final class RequestTypes {
  private static final int SEGMENTS = 2;

  private RequestTypes() {}

  /** The type of a request. */
  public static String of(HttpServletRequest request) {
    if (request.getHttpServletMapping().getMappingMatch() == MappingMatch.EXACT) {
      return request.getHttpServletMapping().getPattern();
    }
    String path = request.getRequestURI().substring(request.getContextPath().length());
    int end = 0;
    for (int i = 0; i < SEGMENTS && end >= 0; i++) {
      end = path.indexOf('/', end + 1);
    }
    int parameters = path.indexOf(';');
    int cut = end < 0 ? path.length() : end;
    return path.substring(0, parameters < 0 ? cut : Math.min(cut, parameters));
  }
}
