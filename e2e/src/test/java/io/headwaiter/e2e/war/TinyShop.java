package io.headwaiter.e2e.war;

import jakarta.annotation.Resource;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A minimal third-party application: a page that begins each session, items for sessions that have
 * begun, and an order. It does not know Headwaiter.
 */
@WebServlet({"/page", "/item/*", "/order"})
public final class TinyShop extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final long COMPUTING_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final long HOLDING_NANOS = TimeUnit.MILLISECONDS.toNanos(6);

  @Resource(name = "jdbc/tiny")
  private transient DataSource source;

  @Override
  public void init() throws ServletException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE item (id INT PRIMARY KEY)");
      statement.execute("INSERT INTO item SELECT x FROM SYSTEM_RANGE(1, 100)");
    } catch (SQLException e) {
      throw new ServletException(e);
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    LockSupport.parkNanos(COMPUTING_NANOS);
    if (request.getServletPath().equals("/page")) {
      request.getSession(true);
      response.getWriter().println(has(1));
    } else if (request.getSession(false) == null) {
      response.sendError(HttpServletResponse.SC_FORBIDDEN);
    } else if (!has(Integer.parseInt(request.getPathInfo().substring(1)))) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    throw new ServletException("nobody should order here");
  }

  private boolean has(int item) throws ServletException {
    try (Connection connection = source.getConnection();
        PreparedStatement query = connection.prepareStatement("SELECT id FROM item WHERE id = ?")) {
      query.setInt(1, item);
      try (ResultSet found = query.executeQuery()) {
        LockSupport.parkNanos(HOLDING_NANOS);
        return found.next();
      }
    } catch (SQLException e) {
      throw new ServletException(e);
    }
  }
}
