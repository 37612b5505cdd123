package io.headwaiter.dist.war;

import io.netty.util.Version;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * An application that brings a Netty along and says which one it uses. With the query {@code leak}
 * it also starts a thread that keeps the application in memory.
 */
@WebServlet("/netty")
public final class NettyVersion extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if ("leak".equals(request.getQueryString())) {
      Thread thread = new Thread(LockSupport::park, "leak");
      thread.setDaemon(true);
      thread.start();
    }
    response.setContentType("text/plain");
    response.getWriter().print(Version.identify().get("netty-common").artifactVersion());
  }
}
