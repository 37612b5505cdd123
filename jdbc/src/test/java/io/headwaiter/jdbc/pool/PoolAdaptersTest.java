package io.headwaiter.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.net.URL;
import java.net.URLClassLoader;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Pools whose classes this module does not see. */
class PoolAdaptersTest {
  private static URL jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** As with a pool in {@code WEB-INF/lib} and this module in the server's {@code lib}. */
  @Test
  void explainsPoolOfOtherClassLoader() throws Exception {
    URL[] jars = {jarOf(HikariDataSource.class), jarOf(Logger.class)};
    try (URLClassLoader application =
        new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      DataSource pool =
          (DataSource)
              application
                  .loadClass(HikariDataSource.class.getName())
                  .getDeclaredConstructor()
                  .newInstance();

      assertThatThrownBy(() -> PoolAdapters.around(pool))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Put both into the server's lib, or both into WEB-INF/lib.");
    }
  }
}
