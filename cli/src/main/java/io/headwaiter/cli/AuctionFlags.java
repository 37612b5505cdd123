package io.headwaiter.cli;

import io.headwaiter.apps.auction.AuctionScale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags of {@code serve} for the auction alone. */
final class AuctionFlags {
  @Option(
      names = "--scale",
      defaultValue = "0.01",
      description =
          "Auction: users and past auctions as a part of the original's 1,000,000 and 500,000, above 0, at most"
              + " 1. Default: 0.01.")
  private double scale;

  @Option(
      names = "--active-scale",
      defaultValue = "0.1",
      description =
          "Auction: open auctions as a part of the original's 32,667, above 0, at most 10. Default: 0.1.")
  private double activeScale;

  @Option(
      names = "--description-chars",
      defaultValue = "8192",
      description =
          "Auction: longest description of an item, 1 to 8192. Default: 8192, the original's.")
  private int descriptionChars;

  /** Checks the flags before any work. */
  void check(CommandLine line) {
    if (!(scale > 0 && scale <= 1)) {
      throw new ParameterException(
          line, "--scale must be above 0 and at most 1, got " + scale + ".");
    }
  }

  AuctionScale scale() {
    AuctionScale users = AuctionScale.fraction(scale);
    return new AuctionScale(
        users.users(), users.oldItems(), activeScale, users.maxBidsPerItem(), descriptionChars);
  }
}
