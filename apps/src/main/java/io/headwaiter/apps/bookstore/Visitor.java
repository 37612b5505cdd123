package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Url;

/**
 * The customer and the cart that a request names.
 *
 * @param customerId 0 if unknown
 * @param cartId 0 if there is none
 */
record Visitor(int customerId, int cartId) {
  static Visitor of(Parameters in) {
    return new Visitor(
        in.has("customerId") ? in.id("customerId") : 0, in.has("cartId") ? in.id("cartId") : 0);
  }

  /** Returns a link that names customer and cart. */
  Url to(String path) {
    return tell(Url.of(path));
  }

  Url tell(Url url) {
    Url withCustomer = customerId == 0 ? url : url.with("customerId", customerId);
    return cartId == 0 ? withCustomer : withCustomer.with("cartId", cartId);
  }

  Visitor withCart(int cart) {
    return new Visitor(customerId, cart);
  }

  Visitor withCustomer(int customer) {
    return new Visitor(customer, cartId);
  }
}
