package io.headwaiter.load.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One visit of a business client to the supplier. After New Customer the client is that customer.
 * Not thread-safe.
 */
final class SupplierCustomer implements Customer {
  private static final SupplierInteraction[] INTERACTIONS = SupplierInteraction.values();
  private static final Pattern CUSTOMER_ID = Pattern.compile("customerId\"?[:>]\\s*([0-9]{1,9})");
  private static final int ID_BYTES_MAX = 2048;
  private static final String[] CARRIERS = {"AIR", "UPS", "FEDEX", "SHIP", "COURIER", "MAIL"};
  private static final String NEW_PASSWORD = "opensesame";
  private static final String ITEM_ID = "itemId";
  private static final int NU_RAND_A = 1023;
  private static final int COUNTRIES = 92;
  private static final int LINES_MAX = 5;
  private static final int QUANTITY_MAX = 10;
  private static final int DETAILED_MAX = 15;
  private static final int CENTS_MAX = 999_999;
  private static final int CARD_DIGITS = 16;
  private static final int ORDER_DIGITS = 10;

  private final SupplierFormat format;
  private final RandomGenerator random;
  private final NuRand someItem;
  private int left;
  private int customer;
  private String password;

  SupplierCustomer(SupplierFormat format, SupplierSite site, int length, RandomGenerator random) {
    this.format = format;
    this.random = random;
    this.someItem = new NuRand(NU_RAND_A, site.items());
    this.left = length;
    this.customer = 1 + random.nextInt(site.customers());
    this.password = "password" + customer;
  }

  @Override
  public Optional<Step> next(long elapsedNanos) {
    if (left == 0) {
      return Optional.empty();
    }
    left--;
    SupplierInteraction next = drawn();
    RequestBody body = message(next).body(format, next.label());
    return Optional.of(new Step(next, next.path(), body));
  }

  private SupplierInteraction drawn() {
    int percentile = random.nextInt(100);
    int below = 0;
    for (SupplierInteraction one : INTERACTIONS) {
      below += one.percent();
      if (percentile < below) {
        return one;
      }
    }
    throw new IllegalStateException("The shares of the interactions sum to " + below + " %.");
  }

  private SupplierMessage message(SupplierInteraction which) {
    return switch (which) {
      case NEW_CUSTOMER -> newCustomer();
      case CHANGE_PAYMENT_METHOD -> paying(login());
      case CREATE_ORDER -> order();
      case ORDER_STATUS -> login();
      case NEW_PRODUCTS -> new SupplierMessage().with("subject", one(BookstoreCustomer.SUBJECTS));
      case PRODUCT_DETAIL -> new SupplierMessage().withList("items", someItems());
      case CHANGE_ITEM ->
          new SupplierMessage().with(ITEM_ID, someItem.next(random)).with("cost", amount());
    };
  }

  private SupplierMessage login() {
    return new SupplierMessage().with("customerId", customer).with("password", password);
  }

  private SupplierMessage newCustomer() {
    int number = 1 + random.nextInt(1_000_000);
    return paying(
        new SupplierMessage()
            .with("businessName", "Great Business " + number)
            .with("businessInfo", "sells what others read")
            .with("password", NEW_PASSWORD)
            .with("firstName", "Great" + number)
            .with("lastName", "Buyer" + number)
            .with("street1", number + " Long Street")
            .with("street2", "Door " + random.nextInt(100))
            .with("city", "Town" + number % 1000)
            .with("state", "State" + number % 50)
            .with("zip", Integer.toString(10_000 + number % 90_000))
            .with("country", 1 + random.nextInt(COUNTRIES))
            .with("phone", Integer.toString(number))
            .with("email", "buyer" + number + "@business.example"));
  }

  /** Adds a way to pay: a card or a purchase order, each for half of the clients. */
  private SupplierMessage paying(SupplierMessage message) {
    boolean card = random.nextBoolean();
    return message
        .with("paymentMethod", card ? "CC" : "PO")
        .with("account", digits(card ? CARD_DIGITS : ORDER_DIGITS));
  }

  private SupplierMessage order() {
    List<SupplierMessage> lines = new ArrayList<>();
    for (int item : distinctItems(1 + random.nextInt(LINES_MAX))) {
      lines.add(
          new SupplierMessage()
              .with(ITEM_ID, item)
              .with("quantity", 1 + random.nextInt(QUANTITY_MAX)));
    }
    return login().with("carrier", one(CARRIERS)).withList("lines", lines);
  }

  private List<SupplierMessage> someItems() {
    List<SupplierMessage> items = new ArrayList<>();
    for (int item : distinctItems(1 + random.nextInt(DETAILED_MAX))) {
      items.add(new SupplierMessage().with(ITEM_ID, item));
    }
    return items;
  }

  /** Returns the items of so many draws, each once. */
  private Set<Integer> distinctItems(int draws) {
    Set<Integer> items = new LinkedHashSet<>();
    for (int i = 0; i < draws; i++) {
      items.add(someItem.next(random));
    }
    return items;
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String amount() {
    int cents = 1 + random.nextInt(CENTS_MAX);
    return cents / 100 + "." + cents / 10 % 10 + cents % 10;
  }

  /** Returns so many digits, the first of which is not 0. */
  private String digits(int count) {
    StringBuilder digits = new StringBuilder(count);
    digits.append((char) ('1' + random.nextInt(9)));
    while (digits.length() < count) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  @Override
  public boolean read(Interaction asked, byte[] page, int length) {
    if (asked == SupplierInteraction.NEW_CUSTOMER) {
      become(new String(page, 0, Math.min(length, ID_BYTES_MAX), StandardCharsets.ISO_8859_1));
    }
    return PageScanner.contains(page, length, INTERACTIONS[asked.number()].replyName());
  }

  private void become(String reply) {
    Matcher id = CUSTOMER_ID.matcher(reply);
    if (id.find()) {
      customer = Integer.parseInt(id.group(1));
      password = NEW_PASSWORD;
    }
  }

  @Override
  public List<String> images() {
    return List.of();
  }
}
