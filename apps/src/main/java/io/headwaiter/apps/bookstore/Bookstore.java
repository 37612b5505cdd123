package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.FailureLog;
import io.headwaiter.apps.Page;
import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.PageServlet;
import io.headwaiter.apps.PageTime;
import io.headwaiter.apps.PageWork;
import io.headwaiter.apps.ResourceServlet;
import io.headwaiter.apps.SiteLayout;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.catalina.Context;

/**
 * The bookstore as a web application: one servlet for each of {@link BookstorePages} or of {@link
 * EightPages}, the pictures and the style sheet.
 *
 * <p>Status codes: 200; 400 with a sentence saying what is allowed; 403 for a wrong password or a
 * login that is over; 404 for an unknown number; 409 with the word "Sorry" if the state of the shop
 * forbids the request (cart empty or full, card declined); 503 with Retry-After when the database
 * or the payment gateway fails. A list of books shows at most 50; an empty one says "Sorry".
 */
public final class Bookstore {
  private static final String STYLE = "/bookstore.css";
  private static final String LOGO = "/images/logo.png";
  private static final int LOGO_BYTES = 3072;
  private static final int KIB = 1024;

  private final ServletContext context;
  private final Bookshop shop;
  private final UnaryOperator<Page> burden;
  private final FailureLog log = new FailureLog(Bookstore.class.getName());

  private Bookstore(ServletContext context, Bookshop shop, UnaryOperator<Page> burden) {
    this.context = context;
    this.shop = shop;
    this.burden = burden;
  }

  /**
   * Creates tables and rows, or does nothing if the same scale and seed were filled in before.
   *
   * @param ds H2, PostgreSQL or MariaDB
   * @param seed the same seed and scale give the same rows, except for dates
   * @throws IllegalStateException if the database fails or holds something else; the message says
   *     what to do
   */
  public static void createAndFill(DataSource ds, BookstoreScale scale, long seed) {
    BookstoreFill.createAndFill(ds, scale, seed, Clock.systemUTC());
  }

  /** Registers the bookstore in an embedded Tomcat's context; call it before the context starts. */
  public static void install(Context context, DataSource ds, BookstoreOptions options) {
    install(context, ds, options, new PageBurden(PageWork.NONE));
  }

  /** As {@link #install(Context, DataSource, BookstoreOptions)}, with a burden for every page. */
  public static void install(
      Context context, DataSource ds, BookstoreOptions options, PageBurden burden) {
    context.addServletContainerInitializer(
        (classes, servlets) -> install(servlets, ds, options, burden, new LocalGateway()), null);
  }

  /**
   * Registers the bookstore while the context starts, from an initializer or context listener.
   *
   * @param burden additional cost of every page that is not static; it may change while the
   *     bookstore serves
   * @param gateway authorises the payments
   */
  public static void install(
      ServletContext context,
      DataSource ds,
      BookstoreOptions options,
      PageBurden burden,
      PaymentGateway gateway) {
    SiteLayout layout = layout(context.getContextPath(), options);
    Bookshop shop =
        new Bookshop(CostlyUses.of(ds, options.use()), layout, Clock.systemUTC(), options, gateway);
    Bookstore store = new Bookstore(context, shop, burden::before);
    if (options.types() == BookstoreOptions.Types.FOURTEEN) {
      store.addFourteen();
    } else {
      store.addEight();
    }
    store.addFiles();
    Page nothing =
        in -> {
          throw PageError.notFound("The bookstore has no such page.");
        };
    store.add("NotFound", new PageServlet(layout, nothing, store.log), "/");
  }

  private static SiteLayout layout(String contextPath, BookstoreOptions options) {
    Map<String, String> navigation = new LinkedHashMap<>();
    navigation.put("Home", BookstorePages.HOME.path());
    if (options.types() == BookstoreOptions.Types.FOURTEEN) {
      navigation.put("Search", BookstorePages.SEARCH_REQUEST.path());
      navigation.put("Orders", BookstorePages.ORDER_INQUIRY.path());
    }
    return new SiteLayout(contextPath, "Headwaiter Books", STYLE, LOGO, navigation);
  }

  private void addFourteen() {
    CataloguePages catalogue = new CataloguePages(shop);
    add(BookstorePages.HOME, catalogue::home).addMapping("");
    add(BookstorePages.NEW_PRODUCTS, catalogue::newProducts);
    add(BookstorePages.BEST_SELLERS, catalogue::bestSellers);
    add(BookstorePages.PRODUCT_DETAIL, catalogue::productDetail);
    add(BookstorePages.SEARCH_REQUEST, catalogue::searchRequest);
    add(BookstorePages.SEARCH_RESULTS, catalogue::searchResults);
    add(BookstorePages.SHOPPING_CART, new CartPages(shop)::shoppingCart);
    CheckOutPages checkOut = new CheckOutPages(shop);
    add(BookstorePages.CUSTOMER_REGISTRATION, checkOut::customerRegistration);
    add(BookstorePages.BUY_REQUEST, checkOut::buyRequest);
    add(BookstorePages.BUY_CONFIRM, new BuyConfirmPage(shop)::buyConfirm);
    OrderPages orders = new OrderPages(shop);
    add(BookstorePages.ORDER_INQUIRY, orders::orderInquiry);
    add(BookstorePages.ORDER_DISPLAY, orders::orderDisplay);
    AdminPages admin = new AdminPages(shop);
    add(BookstorePages.ADMIN_REQUEST, admin::adminRequest);
    add(BookstorePages.ADMIN_CONFIRM, admin::adminConfirm);
  }

  private void addEight() {
    EightTypePages pages = new EightTypePages(shop);
    add(EightPages.HOME, pages::home).addMapping("");
    add(EightPages.SEARCH, pages::search);
    add(EightPages.ITEM, pages::item);
    add(EightPages.ADD_TO_CART, pages::addToCart);
    add(EightPages.CART, pages::cart);
    add(EightPages.REGISTER, pages::register);
    add(EightPages.BUY_REQUEST, new CheckOutPages(shop)::buyRequest);
    add(EightPages.BUY_CONFIRM, new BuyConfirmPage(shop)::buyConfirm);
  }

  private ServletRegistration.Dynamic add(BookstorePages which, Page page) {
    return add(which.pageName(), which.path(), page);
  }

  /** Adds a page with the work of its request type before its first use of the database. */
  private ServletRegistration.Dynamic add(EightPages which, Page page) {
    PageTime work = new PageTime(which.cycles() * shop.options().microsPerCycle());
    return add(which.pageName(), which.path(), work.before(page));
  }

  private ServletRegistration.Dynamic add(String name, String path, Page page) {
    return add(name, new PageServlet(shop.layout(), burden.apply(page), log), path);
  }

  private void addFiles() {
    addFile(STYLE, "text/css;charset=UTF-8", Choices.resource("bookstore.css"));
    addFile(LOGO, "image/png", Pictures.png(200, 60, LOGO_BYTES));
    addFile(
        Pictures.THUMBNAILS + "/*",
        "image/png",
        Pictures.png(100, 100, Pictures.THUMBNAIL_KIBIBYTES * KIB));
    for (Pictures.Size size : Pictures.SIZES) {
      byte[] picture = Pictures.png(200, 300, size.kibibytes() * KIB);
      addFile(size.folder() + "/*", "image/png", picture);
    }
  }

  private void addFile(String path, String contentType, byte[] bytes) {
    add(path, new ResourceServlet(contentType, bytes), path);
  }

  private ServletRegistration.Dynamic add(String name, Servlet servlet, String path) {
    ServletRegistration.Dynamic registration = context.addServlet(name, servlet);
    if (registration == null) {
      throw new IllegalStateException(
          "The web application has a servlet named "
              + name
              + " already; install the bookstore once.");
    }
    registration.addMapping(path);
    return registration;
  }
}
