package io.headwaiter.lab.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublishedClaimTest {
  private static final int CLAIMS = 47;

  private static StoredRun run(StoredClaim... claims) {
    return new StoredRun(
        "overhead", "what", "abc", "2026-11-26", "command", "machine", List.of(claims), false);
  }

  private static StoredClaim check(String id, double figure, double low, double high) {
    return check(id, figure, low, high, "");
  }

  private static StoredClaim check(
      String id, double figure, double low, double high, String reservation) {
    return new StoredClaim(
        id, "words", figure, low, high, "of its CPU", 0.03, false, "holds", reservation);
  }

  @Test
  void tableHasEveryClaimOnce() throws IOException {
    Set<String> ids = new HashSet<>();
    for (PublishedClaim claim : PublishedClaim.all()) {
      assertThat(ids.add(claim.id())).as(claim.id()).isTrue();
    }
    assertThat(ids).hasSize(CLAIMS);
  }

  @Test
  void pageSaysWhatRunsFound() throws IOException {
    String page = PublishedPage.of(List.of(run(check("front-share-half-load", 0.01, 0.009, 0.02))));
    assertThat(page)
        .contains("- **G2, confirmed**: At half load reading the hello")
        .contains("Ours: 0.01 [0.009, 0.02] of its CPU")
        .contains("- **G1, not measured**: A full handshake", "`./headwaiter experiment")
        .contains("In all: 1 confirmed, 46 not measured.");
    assertThat(page.lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void reservedFigureDecidesNothing() throws IOException {
    StoredClaim reserved =
        check("front-share-half-load", 0.01, 0.009, 0.02, "the server was not warm");
    assertThat(PublishedPage.of(List.of(run(reserved))).replace("\n ", ""))
        .contains("- **G2, undecided**")
        .contains("Ours: 0.01 [0.009, 0.02] of its CPU, measured, but the server was not warm (");
  }

  @Test
  void figureWithoutIntervalSaysSo() throws IOException {
    StoredClaim alone = check("front-share-half-load", 0.01, Double.NaN, Double.NaN);
    assertThat(PublishedPage.of(List.of(run(alone))).replace("\n ", ""))
        .contains("Ours: 0.01 of its CPU, measured, without an interval (");
  }

  @Test
  void runWithoutTheCheckDecidesNothing() throws IOException {
    String page = PublishedPage.of(List.of(run(check("other", 1, 1, 1))));
    assertThat(page)
        .contains(
            "- **G2, not measured**: At half load reading the hello",
            "The stored run has no such check")
        .contains("In all: 47 not measured.");
  }

  @Test
  void rejectsLinesOfOtherForm() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublishedClaim.of("G1 | Guitart"))
        .withMessageContaining("eight cells");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublishedClaim.of("G1|p|w|c|f|> 1|dreamt|-"))
        .withMessageContaining("seventh");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublishedClaim.of("G1|p|w|c|f|> 1|measured|overhead"))
        .withMessageContaining("run/check");
  }
}
