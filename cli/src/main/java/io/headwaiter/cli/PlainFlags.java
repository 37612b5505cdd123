package io.headwaiter.cli;

import io.headwaiter.lab.workload.PlainWorkload;
import java.util.List;
import picocli.CommandLine.Option;

/** Flags of plain customers, which ask any site for given pages. */
final class PlainFlags {
  private static final double DEFAULT_REQUESTS = 8;

  @Option(
      names = "--requests",
      description =
          "With plain: requests of a visit, in the mean (geometric, 1 to 100) or with"
              + " --fixed-length exactly (1 to 1000). Default: 8.")
  private Double requests;

  @Option(names = "--fixed-length", description = "With plain: all visits are equally long.")
  private boolean fixedLength;

  @Option(
      names = "--page",
      split = ",",
      description =
          "With plain: pages to ask for, as /page or /page?id=1, drawn with equal chances; several"
              + " with commas or by several --page. Default: /.")
  private List<String> pages;

  @Option(
      names = "--assets",
      split = ",",
      description =
          "With plain: what every page embeds, as /a.css,/b.png; each is fetched once in a visit,"
              + " over the --image-connections.")
  private List<String> assets;

  boolean given() {
    return requests != null || fixedLength || pages != null || assets != null;
  }

  /**
   * Returns the customers.
   *
   * @throws IllegalArgumentException with a sentence, when a flag is wrong
   */
  PlainWorkload workload() {
    return new PlainWorkload(
        requests == null ? DEFAULT_REQUESTS : requests,
        fixedLength,
        pages == null ? List.of("/") : pages,
        assets == null ? List.of() : assets);
  }
}
