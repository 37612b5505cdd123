package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;
import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The servers of {@link Scalability} with the auction's data in PostgreSQL, which runs on the
 * load's processor: whether a verdict depends on the database inside the server.
 */
public final class OnPostgresql {
  /** Name of the experiment. */
  public static final String NAME = "scalability-postgresql";

  private static final String OVERLOAD = "5x";

  private OnPostgresql() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0).withPatience(Duration.ofSeconds(1));
    LoadOptions visits = Visits.browsing(customers).toBuilder().resumeShare(1).build();
    Set<String> left = Set.of(Scalability.NONE, Scalability.FORMULA, Scalability.ADAPTIVE);
    return new Experiment(
        NAME,
        "Does admission control keep the server at its maximum with PostgreSQL, too?",
        Scalability.servers().stream().filter(server -> left.contains(server.name())).toList(),
        Scalability.curve(visits),
        ShopSpec.of(customers, "--db", "postgresql"),
        Architectures.timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 4),
        customers.seed(),
        Scalability.COLUMNS,
        List.of(
            Claim.atMost(
                "overloaded-replies",
                "At 5x the server without control replies less than at its maximum",
                Scalability.ofBestOther(
                    REPLIES_PER_SECOND, REPLIES_PER_SECOND, Scalability.NONE, OVERLOAD),
                "of its maximum",
                1),
            completes("controlled-completed", "the published formula", Scalability.FORMULA),
            completes("adaptive-completed", "the adaptive controller", Scalability.ADAPTIVE)));
  }

  private static Claim completes(String id, String who, String server) {
    return Claim.atLeast(
        id,
        "At 5x %s completes as many sessions as at its best other load".formatted(who),
        Scalability.ofBestOther(
            COMPLETED_PER_SECOND, COMPLETED_OR_ONE_PER_SECOND, server, OVERLOAD),
        "of its best",
        0.9);
  }
}
