package io.headwaiter.load.workload;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * The identity of a customer of the bookstore: a known one with probability 0.8, else a new one
 * that registers with the first Buy Request; and the customer's input to forms. Not thread-safe.
 */
final class BookstoreBuyer {
  static final double RETURNING = 0.8;

  private static final double OTHER_ADDRESS = 0.05;
  private static final int DIGITS = 7;
  private static final int COUNTRIES = 92;
  private static final String[] CARDS = {"VISA", "MASTERCARD", "DISCOVER", "AMEX", "DINERS"};
  private static final String[] SHIPPING = {"AIR", "UPS", "FEDEX", "SHIP", "COURIER", "MAIL"};
  private static final int NEWCOMERS = 1_000_000;

  private final RandomGenerator random;
  private final NuRand someCustomer;
  private final NuRand titleWord;
  private final NuRand authorWord;
  private int customer;
  private int cart;

  BookstoreBuyer(BookstoreSite site, RandomGenerator random) {
    this.random = random;
    this.someCustomer = NuRand.ofCustomers(site.customers());
    this.titleWord = NuRand.ofWords(site.items(), site.items() / 5);
    this.authorWord = NuRand.ofWords(site.items(), site.items() / 10);
    this.customer = random.nextDouble() < RETURNING ? someCustomer.next(random) : 0;
  }

  /** Takes the numbers of the cart and of a new customer from a page. */
  void learn(PageFacts page) {
    cart = page.cartOr(cart);
    if (customer == 0) {
      customer = page.customerOr(0);
    }
  }

  boolean hasCart() {
    return cart != 0;
  }

  /** Returns the numbers of customer and cart as far as they are known, each after an ampersand. */
  String who() {
    return (customer == 0 ? "" : "&customerId=" + customer) + cart();
  }

  /** Returns the same numbers as they follow a question mark. */
  String whoFirst() {
    String who = who();
    return who.isEmpty() ? "" : who.substring(1);
  }

  private String cart() {
    return cart == 0 ? "" : "&cartId=" + cart;
  }

  /** Returns name and password; an unknown customer takes those of a random customer. */
  String login() {
    String name = Digsyl.of(customer == 0 ? someCustomer.next(random) : customer, 0);
    return "userName=" + name + "&password=" + name.toLowerCase(Locale.ROOT);
  }

  /** Returns the query of a Buy Request: a known customer logs in, an unknown one registers. */
  String request() {
    return (customer == 0 ? newcomer() : login()) + cart();
  }

  private String newcomer() {
    int number = random.nextInt(NEWCOMERS);
    return ("firstName=Great" + number + "&lastName=Reader" + number)
        + address(number)
        + ("&phone=" + number + "&email=reader" + number + "%40books.example")
        + "&about=likes+long+books";
  }

  private String address(int number) {
    return ("&street1=" + number + "+Long+Street&street2=Door+" + random.nextInt(100))
        + ("&city=Town" + number % 1000 + "&state=State" + number % 50)
        + ("&zip=" + (10_000 + number % 90_000) + "&country=" + (1 + random.nextInt(COUNTRIES)));
  }

  /**
   * Returns the query of a Buy Confirm: a card, a way of shipping and, for one in twenty, another
   * address.
   */
  String confirm() {
    StringBuilder number = new StringBuilder("4");
    while (number.length() < 16) {
      number.append((char) ('0' + random.nextInt(10)));
    }
    String query =
        ("customerId=" + customer + cart() + "&cardType=" + CARDS[random.nextInt(CARDS.length)])
            + ("&cardNumber=" + number + "&cardName=Great+Reader")
            + ("&cardMonths=" + (1 + random.nextInt(24)))
            + ("&shipping=" + SHIPPING[random.nextInt(SHIPPING.length)]);
    boolean elsewhere = random.nextDouble() < OTHER_ADDRESS;
    return elsewhere ? query + address(random.nextInt(NEWCOMERS)) : query;
  }

  /** Returns a word that the title of some books begins with. */
  String titleWord() {
    return Digsyl.of(titleWord.next(random), DIGITS);
  }

  /** Returns a last name of some authors. */
  String authorWord() {
    return Digsyl.of(authorWord.next(random), DIGITS);
  }
}
