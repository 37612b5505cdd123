package io.headwaiter.load.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The ids and links of the last page that a customer uses for the next request. Bounded, reused for
 * every page of a visit. Not thread-safe.
 */
final class PageFacts {
  private static final int MOST_NUMBERS = 64;
  private static final int MOST_IMAGES = 16;
  private static final int UNKNOWN = -1;

  private final int[] items = new int[MOST_NUMBERS];
  private final int[] users = new int[MOST_NUMBERS];
  private final int[] pages = new int[MOST_NUMBERS];
  private final List<String> images = new ArrayList<>(0);
  private int itemCount;
  private int userCount;
  private int pageCount;
  private int customer;
  private int cart;
  private int commentTo;
  private int maxQuantity;
  private int minBidCents;

  /** Creates empty facts. */
  PageFacts() {
    clear();
  }

  /** Clears the facts of the last page. */
  void clear() {
    itemCount = 0;
    userCount = 0;
    pageCount = 0;
    customer = UNKNOWN;
    cart = UNKNOWN;
    commentTo = UNKNOWN;
    maxQuantity = UNKNOWN;
    minBidCents = UNKNOWN;
    images.clear();
  }

  /** Stores a number that the page gives a name to. */
  void number(PageScanner.Name name, long cents) {
    int whole = (int) Math.min(Integer.MAX_VALUE, cents / 100);
    switch (name) {
      case ITEM_ID -> itemCount = add(items, itemCount, whole);
      case USER_ID -> userCount = add(users, userCount, whole);
      case CUSTOMER_ID -> customer = whole;
      case CART_ID -> cart = whole;
      case PAGE -> pageCount = add(pages, pageCount, whole);
      case TO -> commentTo = whole;
      case MAX_QTY -> maxQuantity = whole;
      case MIN_BID -> minBidCents = (int) Math.min(Integer.MAX_VALUE, cents);
    }
  }

  private static int add(int[] numbers, int count, int number) {
    if (count < numbers.length) {
      numbers[count] = number;
      return count + 1;
    }
    return count;
  }

  void image(String path) {
    if (images.size() < MOST_IMAGES && !images.contains(path)) {
      images.add(path);
    }
  }

  /**
   * Returns paths of the images that the page embeds, each once, in the order of the page, at most
   * 16.
   */
  List<String> images() {
    return images;
  }

  /** Returns one of the item ids on the page, or {@code otherwise}. */
  int anyItem(RandomGenerator random, int otherwise) {
    return itemCount == 0 ? otherwise : items[random.nextInt(itemCount)];
  }

  /** Returns the item ids on the page, each once, in ascending order. */
  int[] items() {
    return Arrays.stream(items, 0, itemCount).sorted().distinct().toArray();
  }

  int customerOr(int otherwise) {
    return customer == UNKNOWN ? otherwise : customer;
  }

  int cartOr(int otherwise) {
    return cart == UNKNOWN ? otherwise : cart;
  }

  /** Returns one of the user ids on the page, or {@code otherwise}. */
  int anyUser(RandomGenerator random, int otherwise) {
    return userCount == 0 ? otherwise : users[random.nextInt(userCount)];
  }

  /** Returns one of the linked result pages, or {@code otherwise}. */
  int anyPage(RandomGenerator random, int otherwise) {
    return pageCount == 0 ? otherwise : pages[random.nextInt(pageCount)];
  }

  int commentToOr(int otherwise) {
    return commentTo == UNKNOWN ? otherwise : commentTo;
  }

  int maxQuantityOr(int otherwise) {
    return maxQuantity == UNKNOWN ? otherwise : maxQuantity;
  }

  int minBidCentsOr(int otherwise) {
    return minBidCents == UNKNOWN ? otherwise : minBidCents;
  }
}
