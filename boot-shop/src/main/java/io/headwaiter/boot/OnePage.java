package io.headwaiter.boot;

import io.headwaiter.apps.PageWork;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The shop's page, which takes a stated amount of work. */
final class OnePage extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final int workKibibytes;

  OnePage(int workKibibytes) {
    this.workKibibytes = workKibibytes;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte last = new PageWork(workKibibytes).work();
    response.setContentType("text/plain");
    response.getWriter().print("a page " + last);
  }
}
