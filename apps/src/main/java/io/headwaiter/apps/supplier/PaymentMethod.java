package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;

/** The ways to pay. */
public enum PaymentMethod {
  /** By credit card; the account is its number, 16 digits. */
  CC("[0-9]{16}", "16 digits"),

  /** By purchase order; the account is its number, letters and digits. */
  PO("[A-Za-z0-9]{1,20}", "1 to 20 letters and digits");

  private static final int ACCOUNT_CHARS_MAX = 20;

  private final String pattern;
  private final String allowed;

  PaymentMethod(String pattern, String allowed) {
    this.pattern = pattern;
    this.allowed = allowed;
  }

  /** Reads the parameter {@code paymentMethod}. */
  static PaymentMethod of(Parameters in) {
    return switch (in.text("paymentMethod", 2, 2)) {
      case "CC" -> CC;
      case "PO" -> PO;
      default ->
          throw PageError.badRequest(
              "The parameter paymentMethod is neither CC nor PO; give one of these.");
    };
  }

  /** Reads the parameter {@code account}, as this way to pay needs it. */
  String account(Parameters in) {
    String account = in.text("account", 1, ACCOUNT_CHARS_MAX);
    if (!account.matches(pattern)) {
      throw PageError.badRequest("The parameter account is wrong; give " + allowed + ".");
    }
    return account;
  }
}
