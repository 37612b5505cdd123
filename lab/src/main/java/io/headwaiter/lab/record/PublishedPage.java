package io.headwaiter.lab.record;

import io.headwaiter.lab.model.PublishedVerdict;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every claim of the papers with the verdict of the stored runs, as a page of the documentation.
 */
final class PublishedPage {
  private static final int WIDTH = 120;
  private static final String INTRO =
      """
      # The papers' claims

      Five papers are the foundation of this project. This page has each of their claims that a measurement can decide,
      the published figure, ours with its 95 % interval if it has one, and a verdict:

      - **confirmed**: our interval has the published sign and, where a size is published, is within 20 % of it. Where
        the paper has no number, our interval is inside a range that we chose from its words ("expected here").
      - **changed**: our interval has the published sign, is not within 20 % of the published size, and does not contain
        that size.
      - **refuted**: our interval has the other sign, or is outside the range.
      - **undecided**: our interval is too wide to say, or something keeps the run from deciding, which is then named.
      - **not measured**: no stored run decides it yet. A run that is named is older than the check that decides it.

      "Curve" is a figure of the paper without numbers: only its direction, or the range expected here, is compared.

      "Measured" is a server on one processor with its load on another. "Shared cores" is a server that shares its
      processors with the load, "quota" one that may use a part of a processor, "simulated" the simulator.

      A command with `--out results/...` made the stored run: give another folder, or it writes over that run. [The
      papers' figures again](papers.md) says more.

      The papers:

      - Beltran 2004: V. Beltran and others, *Performance impact of using SSL on dynamic web applications*, XV Jornadas
        de Paralelismo, Almería, 2004.
      - Beltran 2005: V. Beltran, D. Carrera, J. Guitart, J. Torres and E. Ayguadé, *A hybrid web server architecture for
        secure e-business web applications*, 2005.
      - Guitart 2007: J. Guitart, D. Carrera, V. Beltran, J. Torres and E. Ayguadé, *Designing an overload control
        strategy for secure e-commerce applications*, Computer Networks 51 (15), 4492-4510, 2007.
      - Garcia 2007: D. F. García, R. García, J. Entrialgo, J. García and M. García, *Evaluation of the effect of SSL
        overhead in the performance of e-business servers operating in B2B scenarios*, Computer Communications 30,
        3063-3074, 2007, doi:10.1016/j.comcom.2007.05.040.
      - Totok 2010: A. Totok and V. Karamcheti, *Optimizing utilization of resource pools in web application servers*,
        Concurrency and Computation: Practice and Experience 22 (18), 2421-2444, 2010.

      `./headwaiter results` wrote this page from the runs under `results/`; do not edit it.
      """;

  private PublishedPage() {}

  static String of(List<StoredRun> runs) throws IOException {
    Map<String, StringBuilder> papers = new LinkedHashMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (PublishedClaim claim : PublishedClaim.all()) {
      Optional<StoredRun> run =
          runs.stream().filter(stored -> stored.name().equals(claim.run())).findFirst();
      Optional<StoredClaim> ours = run.flatMap(stored -> find(claim, stored));
      String verdict = ours.map(o -> verdict(claim, o).label()).orElse("not measured");
      counts.merge(verdict, 1, Integer::sum);
      papers
          .computeIfAbsent(claim.paper(), name -> new StringBuilder("\n## " + name + "\n\n"))
          .append(entry(claim, ours, verdict, run));
    }
    StringBuilder page = new StringBuilder(INTRO).append('\n');
    StringBuilder totals = new StringBuilder("In all:");
    counts.forEach(
        (verdict, count) ->
            totals.append(' ').append(count).append(' ').append(verdict).append(','));
    totals.setCharAt(totals.length() - 1, '.');
    page.append(totals).append('\n');
    papers.values().forEach(page::append);
    return page.toString();
  }

  private static PublishedVerdict verdict(PublishedClaim claim, StoredClaim ours) {
    return ours.reservation().isEmpty()
        ? claim.expected().verdict(ours.estimate())
        : PublishedVerdict.UNDECIDED;
  }

  /** Returns the check that decides a claim; none if the run is older than the check. */
  private static Optional<StoredClaim> find(PublishedClaim claim, StoredRun run) {
    return run.claims().stream().filter(stored -> stored.id().equals(claim.check())).findFirst();
  }

  private static String entry(
      PublishedClaim claim, Optional<StoredClaim> ours, String verdict, Optional<StoredRun> run) {
    StringBuilder text = new StringBuilder("- **");
    text.append(claim.id()).append(", ").append(verdict).append("**: ").append(claim.claim());
    text.append(" (").append(claim.where()).append("). Published: ").append(claim.published());
    text.append('.').append(claim.expected().words());
    if (claim.check().isEmpty()) {
      return wrapped(text.toString());
    }
    if (run.isEmpty()) {
      String check = " Decided by %s of `./headwaiter experiment %s`.";
      return wrapped(text.append(check.formatted(claim.check(), claim.run())).toString());
    }
    String source = " (`results/" + claim.run() + "`, " + claim.check() + command(run.get()) + ").";
    if (ours.isPresent()) {
      text.append(" Ours: ").append(ours.get().figureWords().strip()).append(", ");
      text.append(claim.seen()).append(ours.get().reservationWords()).append(source);
    } else {
      text.append(" The stored run has no such check yet").append(source);
    }
    return wrapped(text.toString());
  }

  private static String command(StoredRun run) {
    return run.command().isEmpty() ? "" : "; `" + run.command() + "`";
  }

  /** Breaks a list item into lines that are not too long. */
  private static String wrapped(String item) {
    StringBuilder all = new StringBuilder();
    int column = 0;
    for (String word : item.split(" ", -1)) {
      if (column > 0 && column + 1 + word.length() > WIDTH) {
        all.append("\n ");
        column = 1;
      }
      all.append(column == 0 ? "" : " ").append(word);
      column += word.length() + (column == 0 ? 0 : 1);
    }
    return all.append('\n').toString();
  }
}
