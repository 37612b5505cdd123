package io.headwaiter.cli;

import io.headwaiter.apps.auction.AuctionScale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags of {@code serve} for the auction alone. */
final class AuctionFlags {
  private static final double SCALE = 0.01;
  private static final double ACTIVE_SCALE = 0.1;
  private static final int DESCRIPTION_CHARS = 8192;

  @Option(
      names = "--scale",
      description =
          "Auction: users and past auctions as a part of the original's 1,000,000 and 500,000, above 0, at most"
              + " 1. Default: 0.01.")
  private Double scale;

  @Option(
      names = "--active-scale",
      description =
          "Auction: open auctions as a part of the original's 32,667, above 0, at most 10. Default: 0.1.")
  private Double activeScale;

  @Option(
      names = "--description-chars",
      description =
          "Auction: longest description of an item, 1 to 8192. Default: 8192, the original's.")
  private Integer descriptionChars;

  /** Checks the flags before any work. */
  void check(CommandLine line) {
    if (scale != null && !(scale > 0 && scale <= 1)) {
      throw new ParameterException(
          line, "--scale must be above 0 and at most 1, got " + scale + ".");
    }
  }

  /** Checks that none is given for another shop. */
  void refuseAnyGiven(CommandLine line) {
    if (scale != null || activeScale != null || descriptionChars != null) {
      throw new ParameterException(
          line,
          "--scale, --active-scale and --description-chars are for --app auction. Leave them out.");
    }
  }

  AuctionScale scale() {
    AuctionScale users = AuctionScale.fraction(scale == null ? SCALE : scale);
    return new AuctionScale(
        users.users(),
        users.oldItems(),
        activeScale == null ? ACTIVE_SCALE : activeScale,
        users.maxBidsPerItem(),
        descriptionChars == null ? DESCRIPTION_CHARS : descriptionChars);
  }
}
