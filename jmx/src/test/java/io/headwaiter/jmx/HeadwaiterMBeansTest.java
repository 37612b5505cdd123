package io.headwaiter.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.tomcat.TestShop;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Set;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadwaiterMBeansTest {
  @TempDir Path folder;

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

  private Set<ObjectName> names() throws Exception {
    return beans.queryNames(new ObjectName("*:type=Headwaiter,*"), null);
  }

  @Test
  void beanHasFiguresWhileServerRuns() throws Exception {
    Connector connector = TestShop.onFreePort();
    connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setConnector(connector);
    tomcat.getServer().addLifecycleListener(new HeadwaiterMBeans());
    tomcat.start();
    try {
      assertThat(names()).hasSize(1);
      ObjectName name = names().iterator().next();
      assertThat(name.getKeyProperty("port")).isEqualTo(Integer.toString(connector.getLocalPort()));
      assertThat(beans.getAttribute(name, "admission")).isEqualTo("adaptive");
      assertThat(beans.getAttribute(name, "new_refused_total")).isEqualTo(0L);
      assertThat(beans.getAttributes(name, new String[] {"arrived", "none"})).hasSize(1);
      assertThat(beans.getMBeanInfo(name).getAttributes())
          .hasSizeGreaterThan(60)
          .allMatch(attribute -> attribute.isReadable() && !attribute.isWritable());
      assertThatThrownBy(() -> beans.getAttribute(name, "none"))
          .isInstanceOf(AttributeNotFoundException.class);
      assertThatThrownBy(() -> beans.setAttribute(name, new Attribute("arrived", 1L)))
          .isInstanceOf(AttributeNotFoundException.class)
          .hasMessageContaining("only be read");
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
    assertThat(names()).isEmpty();
  }
}
