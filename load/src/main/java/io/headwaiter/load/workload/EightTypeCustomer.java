package io.headwaiter.load.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** One visit to the bookstore with eight request types. Not thread-safe. */
final class EightTypeCustomer implements Customer {
  private static final EightInteraction[] TYPES = EightInteraction.values();
  private static final int MOST_REMEMBERED = 20;

  private final MarkovChain chain;
  private final RandomGenerator random;
  private final BookstoreBuyer buyer;
  private final PageFacts lastPage = new PageFacts();
  private final List<String> inCart = new ArrayList<>(2);
  private final int maxRequests;
  private int state = MarkovChain.LEFT;
  private int lastItem;
  private int requests;
  private boolean over;

  EightTypeCustomer(
      MarkovChain chain, BookstoreSite site, RandomGenerator random, int maxRequests) {
    this.chain = chain;
    this.random = random;
    this.maxRequests = maxRequests;
    this.buyer = new BookstoreBuyer(site, random);
    this.lastItem = 1 + random.nextInt(site.items());
  }

  @Override
  public Optional<Step> next(long elapsedNanos) {
    if (over || requests == maxRequests) {
      return Optional.empty();
    }
    state = requests == 0 ? EightInteraction.HOME.number() : chain.next(state, random.nextDouble());
    if (state == MarkovChain.LEFT) {
      over = true;
      return Optional.empty();
    }
    requests++;
    EightInteraction next = TYPES[state];
    String query = query(next);
    return Optional.of(new Step(next, query.isEmpty() ? next.path() : next.path() + '?' + query));
  }

  private String query(EightInteraction next) {
    return switch (next) {
      case HOME, REGISTER -> buyer.whoFirst();
      case SEARCH -> "searchType=title&searchString=" + buyer.titleWord() + buyer.who();
      case ITEM -> {
        lastItem = lastPage.anyItem(random, lastItem);
        yield "itemId=" + lastItem + buyer.who();
      }
      case ADD_TO_CART -> {
        remember(String.valueOf(lastItem));
        yield "itemId=" + lastItem + buyer.who();
      }
      case CART -> "items=" + String.join(",", inCart) + buyer.who();
      case BUY_REQUEST -> buyer.request();
      case BUY_CONFIRM -> buyer.confirm();
    };
  }

  private void remember(String item) {
    if (inCart.size() < MOST_REMEMBERED && !inCart.contains(item)) {
      inCart.add(item);
    }
  }

  @Override
  public boolean read(Interaction asked, byte[] page, int length) {
    PageScanner.scan(page, length, lastPage);
    buyer.learn(lastPage);
    return PageScanner.contains(page, length, "<h1>" + TYPES[asked.number()].heading());
  }

  @Override
  public List<String> images() {
    return lastPage.images();
  }
}
