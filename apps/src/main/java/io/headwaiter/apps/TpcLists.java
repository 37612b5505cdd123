package io.headwaiter.apps;

import java.util.List;

/** The fixed lists of TPC-W, which TPC-App has, too. */
public final class TpcLists {
  /** Subjects of items. */
  public static final List<String> SUBJECTS =
      List.of(
          "ARTS",
          "BIOGRAPHIES",
          "BUSINESS",
          "CHILDREN",
          "COMPUTERS",
          "COOKING",
          "HEALTH",
          "HISTORY",
          "HOME",
          "HUMOR",
          "LITERATURE",
          "MYSTERY",
          "NON-FICTION",
          "PARENTING",
          "POLITICS",
          "REFERENCE",
          "RELIGION",
          "ROMANCE",
          "SCIENCE-FICTION",
          "SCIENCE-NATURE",
          "SELF-HELP",
          "SPORTS",
          "TRAVEL",
          "YOUTH");

  /** Kinds of items. */
  public static final List<String> BACKINGS =
      List.of("HARDBACK", "PAPERBACK", "USED", "AUDIO", "LIMITED-EDITION");

  /** Ways to ship an order. */
  public static final List<String> CARRIERS =
      List.of("AIR", "UPS", "FEDEX", "SHIP", "COURIER", "MAIL");

  private TpcLists() {}
}
