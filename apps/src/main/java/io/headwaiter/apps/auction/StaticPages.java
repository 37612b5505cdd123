package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.SiteLayout;
import io.headwaiter.apps.Url;
import java.util.LinkedHashMap;
import java.util.Map;

/** Interactions 0, 1, 3, 21 and 25, which are fixed, and the paths of the images. */
final class StaticPages {
  static final String LOGO = "/images/logo.png";
  static final String BID_NOW = "/images/bid_now.png";
  static final String BUY_IT_NOW = "/images/buy_it_now.png";
  static final String STYLE = "/auction.css";

  private StaticPages() {}

  static SiteLayout layout(String contextPath) {
    Map<String, String> navigation = new LinkedHashMap<>();
    navigation.put("Home", AuctionPages.HOME.path());
    navigation.put("Register", AuctionPages.REGISTER.path());
    navigation.put("Browse", AuctionPages.BROWSE.path());
    navigation.put("Sell", AuctionPages.SELL.path());
    navigation.put("About me", AuctionPages.ABOUT_ME_AUTH.path());
    return new SiteLayout(contextPath, "Headwaiter Auction", STYLE, LOGO, navigation);
  }

  static HtmlPage home(SiteLayout layout) {
    return layout
        .page("Welcome to the auction")
        .element("p", "Thousands of things wait for a new owner. Look around, bid, sell.")
        .open("ul")
        .markup("<li>")
        .link(Url.of(AuctionPages.BROWSE.path()), "Browse what is on offer")
        .markup("</li><li>")
        .link(Url.of(AuctionPages.REGISTER.path()), "Register to take part")
        .markup("</li><li>")
        .link(Url.of(AuctionPages.SELL.path()), "Sell something")
        .markup("</li><li>")
        .link(Url.of(AuctionPages.ABOUT_ME_AUTH.path()), "See your own bids")
        .markup("</li>")
        .close("ul")
        .element("h2", "How it works")
        .element(
            "p",
            "Every item has a first price, an end and sometimes a price at which it can be"
                + " bought at once. The highest bid at the end wins. Where several pieces are sold, the"
                + " highest bids share them. A reserve price is the seller's secret: below it nothing"
                + " is sold.")
        .element(
            "p",
            "Names and passwords here are benchmark data, kept in clear. Do not enter one"
                + " that you use elsewhere. The generated users are called user1, user2 and so on, with"
                + " the passwords password1, password2 and so on.");
  }

  static HtmlPage register(SiteLayout layout) {
    HtmlPage out = layout.page("Register").form(AuctionPages.REGISTER_USER.path(), "get");
    out.input("First name", "firstname", "text", "").input("Last name", "lastname", "text", "");
    Credentials.fields(out);
    out.input("Email", "email", "text", "");
    out.markup("<p><label>Region <select name=\"region\">");
    Catalogue.REGIONS.forEach(region -> out.element("option", region.name()));
    return out.markup("</select></label></p>").endForm("Register");
  }

  static HtmlPage browse(SiteLayout layout) {
    return layout
        .page("Browse")
        .linkLine(Url.of(AuctionPages.BROWSE_CATEGORIES.path()), "All items by category")
        .linkLine(Url.of(AuctionPages.BROWSE_REGIONS.path()), "Items of one region by category");
  }

  static HtmlPage sell(SiteLayout layout) {
    return signIn(
        layout.page("Sell an item"),
        AuctionPages.SELECT_CATEGORY_TO_SELL_ITEM,
        "Choose a category");
  }

  static HtmlPage aboutMeAuth(SiteLayout layout) {
    return signIn(layout.page("About me"), AuctionPages.ABOUT_ME, "Show my page");
  }

  private static HtmlPage signIn(HtmlPage out, AuctionPages next, String button) {
    out.element("p", "Please say who you are.").form(next.path(), "get");
    return Credentials.fields(out).endForm(button);
  }
}
