package io.headwaiter.cli;

import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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

  @Option(
      names = "--assets-per-page",
      converter = AssetRange.Converter.class,
      description =
          "With plain: how many of the --assets a page embeds, as 6-30; which ones is the same for a"
              + " page in each run. Default: all.")
  private AssetRange assetsPerPage;

  @Option(
      names = "--embedded",
      description =
          "With plain: fetches what pages embed, as a browser: images, scripts, style sheets and"
              + " icons of the same site that stand in the HTML.")
  private boolean embedded;

  /**
   * How many assets a page embeds.
   *
   * @param least the fewest
   * @param most the most
   */
  record AssetRange(int least, int most) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");

    /** Reads a number or a range of numbers, as 6-30. */
    static final class Converter implements ITypeConverter<AssetRange> {
      @Override
      public AssetRange convert(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
          throw new TypeConversionException(
              "\"" + text + "\" is no number of assets; write one as 8, or a range as 6-30");
        }
        int least = Integer.parseInt(matcher.group(1));
        int most = matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2));
        return new AssetRange(least, most);
      }
    }
  }

  boolean given() {
    return requests != null
        || fixedLength
        || pages != null
        || assetsPerPage != null
        || fetchesAssets();
  }

  /** Whether customers fetch more than the pages. */
  boolean fetchesAssets() {
    return assets != null || embedded;
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
        files());
  }

  private PageFiles files() {
    List<String> given = assets == null ? List.of() : assets;
    if (assetsPerPage != null) {
      return new PageFiles(given, assetsPerPage.least(), assetsPerPage.most(), embedded);
    }
    return new PageFiles(given, given.size(), given.size(), embedded);
  }
}
