package io.headwaiter.apps.supplier;

import io.headwaiter.apps.FailureLog;
import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageTime;
import io.headwaiter.apps.PageWork;
import io.headwaiter.apps.ResourceServlet;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.time.Clock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.catalina.Context;

/**
 * The supplier as a web application: one servlet for each of {@link SupplierServices}, the services
 * PaymentAuthorisation and Shipment for other suppliers, and at / a list of the former.
 *
 * <p>A request is one message by POST, as JSON or XML by its Content-Type, of at most 32 KiB.
 * Status codes: 200; 400 with a sentence saying what is allowed; 403 for a wrong password; 404 for
 * an unknown item; 405 for another method; 409 with the word "Sorry" if the payment is declined;
 * 503 with Retry-After when the database or the payment service fails. An error is {@code
 * {"error":{"status":400,"message":"..."}}}, or a SOAP fault.
 */
public final class Supplier {
  private final ServletContext context;
  private final SupplierShop shop;
  private final PageBurden burden;

  private Supplier(ServletContext context, SupplierShop shop, PageBurden burden) {
    this.context = context;
    this.shop = shop;
    this.burden = burden;
  }

  /**
   * Creates tables and rows, or does nothing if the same scale and seed were filled in before.
   *
   * @param ds H2, PostgreSQL or MariaDB
   * @param seed the same seed and scale give the same rows, except for dates of orders
   * @throws IllegalStateException if the database fails or holds something else; the message says
   *     what to do
   */
  public static void createAndFill(DataSource ds, SupplierScale scale, long seed) {
    SupplierFill.createAndFill(ds, scale, seed, Clock.systemUTC());
  }

  /** Registers the supplier in an embedded Tomcat's context; call it before the context starts. */
  public static void install(Context context, DataSource ds, SupplierOptions options) {
    install(context, ds, options, new PageBurden(PageWork.NONE));
  }

  /**
   * As {@link #install(Context, DataSource, SupplierOptions)}, with a burden for every interaction
   * besides its business logic; it may change while the supplier serves.
   */
  public static void install(
      Context context, DataSource ds, SupplierOptions options, PageBurden burden) {
    context.addServletContainerInitializer(
        (classes, servlets) -> install(servlets, ds, options, burden), null);
  }

  /** Registers the supplier while the context starts, from an initializer or context listener. */
  public static void install(
      ServletContext context, DataSource ds, SupplierOptions options, PageBurden burden) {
    FailureLog log = new FailureLog(Supplier.class.getName());
    SupplierShop shop = new SupplierShop(ds, Clock.systemUTC(), options, log);
    Supplier supplier = new Supplier(context, shop, burden);
    services(shop).forEach(supplier::add);
    PartnerServices partners = new PartnerServices();
    supplier.add(PartnerServices.PAYMENT, partners::authorise);
    supplier.add(PartnerServices.SHIPMENT, partners::ship);
    supplier.add("Directory", new ResourceServlet("application/json", directory()), "");
    supplier.add("NotFound", new NotFoundServlet(), "/");
  }

  private static Map<SupplierServices, Service> services(SupplierShop shop) {
    Map<SupplierServices, Service> services = new EnumMap<>(SupplierServices.class);
    CustomerServices customers = new CustomerServices(shop);
    services.put(SupplierServices.NEW_CUSTOMER, customers::newCustomer);
    services.put(SupplierServices.CHANGE_PAYMENT_METHOD, customers::changePaymentMethod);
    OrderServices orders = new OrderServices(shop);
    services.put(SupplierServices.CREATE_ORDER, orders::createOrder);
    services.put(SupplierServices.ORDER_STATUS, orders::orderStatus);
    ItemServices items = new ItemServices(shop);
    services.put(SupplierServices.NEW_PRODUCTS, items::newProducts);
    services.put(SupplierServices.PRODUCT_DETAIL, items::productDetail);
    services.put(SupplierServices.CHANGE_ITEM, items::changeItem);
    return services;
  }

  private static byte[] directory() {
    List<Fields> services =
        Arrays.stream(SupplierServices.values())
            .map(which -> new Fields().with("name", which.serviceName()).with("path", which.path()))
            .toList();
    return MessageFormats.JSON.write("supplier", new Fields().with("services", services));
  }

  /** Adds an interaction, with its business logic and the burden before it. */
  private void add(SupplierServices which, Service service) {
    PageTime logic = shop.options().logic().of(which);
    add(
        which.serviceName(),
        in -> {
          burden.carry();
          logic.spend();
          return service.answer(in);
        });
  }

  private void add(String name, Service service) {
    add(name, new ServiceServlet(name, service, shop.log()), "/" + name);
  }

  private void add(String name, Servlet servlet, String path) {
    ServletRegistration.Dynamic registration = context.addServlet(name, servlet);
    if (registration == null) {
      throw new IllegalStateException(
          "The web application has a servlet named "
              + name
              + " already; install the supplier once.");
    }
    registration.addMapping(path);
  }
}
