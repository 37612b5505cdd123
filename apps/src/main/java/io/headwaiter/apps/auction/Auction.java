package io.headwaiter.apps.auction;

import io.headwaiter.apps.FailureLog;
import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Page;
import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.PageServlet;
import io.headwaiter.apps.PageWork;
import io.headwaiter.apps.ResourceServlet;
import io.headwaiter.apps.SiteLayout;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.catalina.Context;

/**
 * The auction as a web application: 27 servlets, one for each of {@link AuctionPages}, the images
 * and the style sheet.
 *
 * <p>Every interaction answers GET, including one that writes, as RUBiS does, so that a load
 * generator needs only links. POST is accepted as well. Status codes: 200; 400 with a sentence
 * saying what is allowed; 403 for a wrong password; 404 for an unknown number; 409 with the word
 * "Sorry" or "taken" if the state of the shop forbids the request (sold out, auction over, nickname
 * in use); 503 with Retry-After when the database fails. An empty search result or bid history says
 * "Sorry".
 *
 * <p>Lists of items show {@code nbOfItems} entries, at most 100; bids, comments and the lists of
 * AboutMe show at most 100.
 */
public final class Auction {
  private Auction() {}

  /**
   * Creates tables and rows, or does nothing if the same scale and seed were filled in before.
   *
   * @param ds H2, PostgreSQL or MariaDB
   * @param seed the same seed and scale give the same rows, except for dates
   * @throws IllegalStateException if the database fails or holds something else; the message says
   *     what to do
   */
  public static void createAndFill(DataSource ds, AuctionScale scale, long seed) {
    AuctionFill.createAndFill(ds, scale, seed, Clock.systemUTC());
  }

  /** Registers the auction in an embedded Tomcat's context; call it before the context starts. */
  public static void install(Context context, DataSource ds) {
    install(context, ds, PageWork.NONE);
  }

  /**
   * As {@link #install(Context, DataSource)}, with additional work for every page that is not
   * static.
   */
  public static void install(Context context, DataSource ds, PageWork work) {
    context.addServletContainerInitializer(
        (classes, servlets) -> install(servlets, ds, work), null);
  }

  /**
   * As {@link #install(Context, DataSource)}, with a burden that may change while the auction
   * serves.
   */
  public static void install(Context context, DataSource ds, PageBurden burden) {
    context.addServletContainerInitializer(
        (classes, servlets) -> install(servlets, ds, burden::before), null);
  }

  /** Registers the auction while the context starts, from an initializer or context listener. */
  public static void install(ServletContext context, DataSource ds) {
    install(context, ds, PageWork.NONE);
  }

  /**
   * As {@link #install(ServletContext, DataSource)}, with additional work for every page that is
   * not static.
   */
  public static void install(ServletContext context, DataSource ds, PageWork work) {
    install(context, ds, work::before);
  }

  private static void install(ServletContext context, DataSource ds, UnaryOperator<Page> wrapped) {
    Shop shop = new Shop(ds, StaticPages.layout(context.getContextPath()), Clock.systemUTC());
    FailureLog log = new FailureLog(Auction.class.getName());
    pages(shop)
        .forEach(
            (which, page) ->
                add(
                    context,
                    which.pageName(),
                    new PageServlet(shop.layout(), wrapped.apply(page), log),
                    which.path()));
    addFixed(context, shop.layout());
    Page nothing =
        in -> {
          throw PageError.notFound("The auction has no such page.");
        };
    add(context, "NotFound", new PageServlet(shop.layout(), nothing, log), "/");
  }

  /** Returns the pages that are not static. */
  static Map<AuctionPages, Page> pages(Shop shop) {
    Map<AuctionPages, Page> pages = new EnumMap<>(AuctionPages.class);
    UserPages users = new UserPages(shop);
    pages.put(AuctionPages.REGISTER_USER, users::registerUser);
    pages.put(AuctionPages.ABOUT_ME, users::aboutMe);
    BrowsePages browse = new BrowsePages(shop);
    pages.put(AuctionPages.BROWSE_CATEGORIES, browse::browseCategories);
    pages.put(AuctionPages.SEARCH_ITEMS_IN_CATEGORY, browse::searchItemsInCategory);
    pages.put(AuctionPages.BROWSE_REGIONS, browse::browseRegions);
    pages.put(AuctionPages.BROWSE_CATEGORIES_IN_REGION, browse::browseCategoriesInRegion);
    pages.put(AuctionPages.SEARCH_ITEMS_IN_REGION, browse::searchItemsInRegion);
    ViewPages view = new ViewPages(shop);
    pages.put(AuctionPages.VIEW_ITEM, view::viewItem);
    pages.put(AuctionPages.VIEW_USER_INFO, view::viewUserInfo);
    pages.put(AuctionPages.VIEW_BID_HISTORY, view::viewBidHistory);
    putTrade(pages, shop);
    return pages;
  }

  private static void putTrade(Map<AuctionPages, Page> pages, Shop shop) {
    BuyPages buy = new BuyPages(shop);
    pages.put(AuctionPages.BUY_NOW_AUTH, buy::buyNowAuth);
    pages.put(AuctionPages.BUY_NOW, buy::buyNow);
    pages.put(AuctionPages.STORE_BUY_NOW, buy::storeBuyNow);
    BidPages bid = new BidPages(shop);
    pages.put(AuctionPages.PUT_BID_AUTH, bid::putBidAuth);
    pages.put(AuctionPages.PUT_BID, bid::putBid);
    pages.put(AuctionPages.STORE_BID, bid::storeBid);
    CommentPages comment = new CommentPages(shop);
    pages.put(AuctionPages.PUT_COMMENT_AUTH, comment::putCommentAuth);
    pages.put(AuctionPages.PUT_COMMENT, comment::putComment);
    pages.put(AuctionPages.STORE_COMMENT, comment::storeComment);
    SellPages sell = new SellPages(shop);
    pages.put(AuctionPages.SELECT_CATEGORY_TO_SELL_ITEM, sell::selectCategory);
    pages.put(AuctionPages.SELL_ITEM_FORM, sell::sellItemForm);
    pages.put(AuctionPages.REGISTER_ITEM, sell::registerItem);
  }

  private static void addFixed(ServletContext context, SiteLayout layout) {
    addPage(context, AuctionPages.HOME, StaticPages.home(layout)).addMapping("");
    addPage(context, AuctionPages.REGISTER, StaticPages.register(layout));
    addPage(context, AuctionPages.BROWSE, StaticPages.browse(layout));
    addPage(context, AuctionPages.SELL, StaticPages.sell(layout));
    addPage(context, AuctionPages.ABOUT_ME_AUTH, StaticPages.aboutMeAuth(layout));
    addFile(context, StaticPages.STYLE, "text/css;charset=UTF-8");
    addFile(context, StaticPages.LOGO, "image/png");
    addFile(context, StaticPages.BID_NOW, "image/png");
    addFile(context, StaticPages.BUY_IT_NOW, "image/png");
  }

  private static ServletRegistration.Dynamic addPage(
      ServletContext context, AuctionPages which, HtmlPage page) {
    Servlet servlet = new ResourceServlet("text/html;charset=UTF-8", page.toBytes());
    return add(context, which.pageName(), servlet, which.path());
  }

  /** Serves a file; its resource has the name of the path's last part. */
  private static void addFile(ServletContext context, String path, String contentType) {
    byte[] bytes = Catalogue.Resources.bytes(path.substring(path.lastIndexOf('/') + 1));
    add(context, path, new ResourceServlet(contentType, bytes), path);
  }

  private static ServletRegistration.Dynamic add(
      ServletContext context, String name, Servlet servlet, String path) {
    ServletRegistration.Dynamic registration = context.addServlet(name, servlet);
    if (registration == null) {
      throw new IllegalStateException(
          "The web application has a servlet named "
              + name
              + " already; install the auction once.");
    }
    registration.addMapping(path);
    return registration;
  }
}
