package io.headwaiter.jmx;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.Server;
import org.apache.catalina.Service;
import org.apache.catalina.connector.Connector;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/**
 * Registers an MBean for each connector of Headwaiter beside those of Tomcat, as {@code
 * Catalina:type=Headwaiter,port=8443}. In {@code server.xml}, inside {@code Server}:
 *
 * <pre>
 *   &lt;Listener className="io.headwaiter.jmx.HeadwaiterMBeans"/&gt;
 * </pre>
 */
@UserApi
public final class HeadwaiterMBeans implements LifecycleListener {
  private static final Log log = LogFactory.getLog(HeadwaiterMBeans.class);

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final List<ObjectName> registered = new ArrayList<>();

  /** Creates a listener without beans; Tomcat calls this. */
  public HeadwaiterMBeans() {}

  @Override
  public void lifecycleEvent(LifecycleEvent event) {
    if (!(event.getSource() instanceof Server server)) {
      return;
    }
    if (event.getType().equals(Lifecycle.AFTER_START_EVENT)) {
      for (Service service : server.findServices()) {
        register(service);
      }
    } else if (event.getType().equals(Lifecycle.BEFORE_STOP_EVENT)) {
      unregister();
    }
  }

  private void register(Service service) {
    for (Connector connector : service.findConnectors()) {
      if (connector.getProtocolHandler() instanceof HeadwaiterProtocol protocol) {
        try {
          ObjectName name =
              new ObjectName(
                  service.getDomain() + ":type=Headwaiter,port=" + connector.getLocalPort());
          beans.registerMBean(new StatusMBean(protocol::status), name);
          registered.add(name);
        } catch (JMException e) {
          log.warn("The figures of Headwaiter are not in JMX", e);
        }
      }
    }
  }

  private void unregister() {
    for (ObjectName name : registered) {
      try {
        beans.unregisterMBean(name);
      } catch (JMException e) {
        log.warn(name + " stays in JMX", e);
      }
    }
    registered.clear();
  }
}
