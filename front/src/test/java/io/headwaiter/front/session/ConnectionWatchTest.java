package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.work.WorkQueue;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

public class ConnectionWatchTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<Fake> closed = new ArrayList<>();
  private long now = 17 * SECOND;
  private long headDelayNanos;
  private long acceptFailures;
  private int max = ConnectionLimit.UNLIMITED;
  private int open;
  private final ConnectionWatch watch =
      new ConnectionWatch(
          5 * SECOND,
          10 * SECOND,
          /* perVisitMax= */ 2,
          new ConnectionLimit(() -> max, () -> open),
          () -> acceptFailures,
          new Queue(),
          () -> now);

  @Test
  public void closesHandshakeAtDeadlineAndNotBefore() {
    Fake first = new Fake();
    passes(1 * SECOND);
    Fake second = new Fake();
    passes(4 * SECOND - 1);
    assertThat(closed).isEmpty();
    passes(1 + 50_000_000L);
    assertThat(closed).containsExactly(first);
    passes(SECOND);
    assertThat(closed).containsExactly(first, second);
    assertThat(watch.closedTotal(CloseCause.HANDSHAKE_DEADLINE)).isEqualTo(2);
  }

  /** The server carries 40 visits a second. */
  @Test
  public void closesLongestSilentHandshakesBeyondBound() {
    watch.boundSilence(() -> 40);
    Fake first = new Fake();
    passes(SECOND / 10);
    Fake second = new Fake();
    for (int i = 0; i < 79; i++) {
      new Fake();
    }
    passes(SECOND - 1);
    assertThat(closed).as("a second is not silence").isEmpty();
    passes(SECOND);
    assertThat(closed).as("81 are 1 too many").containsExactly(first);
    new Fake();
    passes(2 * SECOND);
    assertThat(closed).containsExactly(first, second);
    assertThat(watch.closedTotal(CloseCause.HANDSHAKE_DEADLINE)).isEqualTo(2);
  }

  private static AdmittedConnection from(Entry entry, String address) {
    try {
      return new AdmittedConnection(entry, SessionLookup.NO_VISIT, InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** One client is slow, and 100 connections of one network are silent. */
  @Test
  public void closesSilentConnectionsOfLargestNetworkFirst() {
    watch.boundSilence(() -> 40);
    Fake slow = new Fake(from(Entry.NEW, "198.51.100.1"));
    passes(SECOND / 10);
    for (int i = 0; i < 100; i++) {
      new Fake(from(Entry.NEW, "192.0.2." + i));
    }
    passes(2 * SECOND);
    assertThat(closed).hasSize(21).doesNotContain(slow);
  }

  @Test
  public void sparesConnectionsOfVisitsUnderWay() {
    watch.boundSilence(() -> 40);
    Fake verified = new Fake(from(Entry.VERIFIED, "192.0.2.1"));
    Fake served = new Fake(from(Entry.VERIFIED, "192.0.2.1"));
    served.connection.handshakeDone(null, false);
    for (int i = 0; i < 500; i++) {
      new Fake(from(Entry.NEW, "192.0.2.1"));
      new Fake(from(Entry.NEW, "192.0.2.1")).connection.handshakeDone(null, false);
    }
    passes(2 * SECOND);
    assertThat(closed).hasSize(1_000 - 80 - 400).doesNotContain(verified, served);
    passes(3 * SECOND);
    assertThat(closed).as("its deadline stays").contains(verified);
  }

  @Test
  public void closesConnectionsBeyondFirstRequestBound() {
    watch.boundSilence(() -> 40);
    for (int i = 0; i < 401; i++) {
      Fake fake = new Fake();
      fake.connection.handshakeDone(null, false);
    }
    passes(SECOND - 1);
    assertThat(closed).isEmpty();
    passes(SECOND);
    assertThat(closed).hasSize(1);
    assertThat(watch.closedTotal(CloseCause.FIRST_REQUEST_DEADLINE)).isEqualTo(1);
  }

  @Test
  public void closesConnectionAtFirstRequestDeadline() {
    Fake silent = new Fake();
    Fake served = new Fake();
    passes(4 * SECOND);
    silent.connection.handshakeDone(null, false);
    served.connection.handshakeDone(null, false);
    passes(9 * SECOND);
    assertThat(closed).isEmpty();
    served.connection.requestCame();
    passes(SECOND);
    assertThat(closed).containsExactly(silent);
    passes(1_000 * SECOND);
    assertThat(closed).containsExactly(silent);
    assertThat(watch.closedTotal(CloseCause.FIRST_REQUEST_DEADLINE)).isEqualTo(1);
    assertThat(watch.closedTotal(CloseCause.HANDSHAKE_DEADLINE)).isZero();
  }

  @Test
  public void addsQueueDelayToDeadline() {
    Fake one = new Fake();
    headDelayNanos = 3 * SECOND;
    passes(7 * SECOND);
    assertThat(closed).isEmpty();
    headDelayNanos = 0;
    passes(SECOND);
    assertThat(closed).containsExactly(one);
  }

  /** No worker was free for 11 s, and the server has just begun to answer. */
  @Test
  public void givesClientTimeAfterServerStopped() {
    passes(SECOND);
    Fake one = new Fake();
    headDelayNanos = 11 * SECOND;
    passes(11 * SECOND);
    headDelayNanos = 0;
    passes(2 * SECOND);
    assertThat(closed).isEmpty();
    passes(SECOND);
    assertThat(closed).containsExactly(one);
  }

  @Test
  public void closesNoConnectionAtWork() {
    Fake one = new Fake();
    one.atWork = true;
    passes(6 * SECOND);
    assertThat(closed).isEmpty();
    assertThat(watch.closedTotal(CloseCause.HANDSHAKE_DEADLINE)).isZero();
    one.atWork = false;
    passes(SECOND);
    assertThat(closed).containsExactly(one);
  }

  @Test
  public void keepsConnectionThatAdvancesDuringClosing() {
    Fake shakesHands = new Fake();
    shakesHands.before = () -> shakesHands.connection.handshakeDone(null, false);
    passes(6 * SECOND);
    assertThat(closed).isEmpty();
    shakesHands.before = () -> shakesHands.connection.requestBegins();
    passes(11 * SECOND);
    shakesHands.before = () -> {};
    passes(100 * SECOND);
    assertThat(closed).isEmpty();
  }

  @Test
  public void limitsConnectionsOfVisit() {
    long visit = 4_711;
    Fake first = new Fake();
    Fake second = new Fake();
    Fake third = new Fake();
    assertThat(watch.handshakeDone(first.connection, visit)).isTrue();
    assertThat(watch.hasRoom(visit)).isTrue();
    assertThat(watch.handshakeDone(second.connection, visit)).isTrue();
    assertThat(watch.hasRoom(visit)).isFalse();
    assertThat(watch.handshakeDone(third.connection, visit)).isFalse();
    assertThat(watch.closedTotal(CloseCause.VISIT_CONNECTIONS)).isEqualTo(1);
    assertThat(watch.hasRoom(visit + 1)).isTrue();
    third.connection.closed();
    assertThat(watch.hasRoom(visit)).as("the third was never counted").isFalse();
    first.connection.closed();
    first.connection.closed();
    assertThat(watch.hasRoom(visit)).isTrue();
    assertThat(watch.handshakeDone(new Fake().connection, visit)).isTrue();
    assertThat(watch.hasRoom(visit)).isFalse();
  }

  @Test
  public void connectionClosedAtDeadlineFreesItsPlace() {
    long visit = 4_711;
    watch.handshakeDone(new Fake().connection, visit);
    watch.handshakeDone(new Fake().connection, visit);
    passes(11 * SECOND);
    assertThat(closed).hasSize(2);
    assertThat(watch.hasRoom(visit)).isTrue();
  }

  @Test
  public void forgetsClosedConnections() {
    Fake one = new Fake();
    Fake other = new Fake();
    other.connection.handshakeDone(null, false);
    one.connection.closed();
    other.connection.closed();
    other.connection.closed();
    other.connection.requestBegins();
    one.connection.handshakeDone(null, false);
    passes(100 * SECOND);
    assertThat(closed).isEmpty();
  }

  @Test
  public void closesNextConnectionAfterClosingFails() {
    Fake broken = new Fake();
    broken.before =
        () -> {
          throw new IllegalStateException("on purpose");
        };
    Fake next = new Fake();
    passes(6 * SECOND);
    assertThat(closed).containsExactly(next);
  }

  /** With 40 places a tenth is four. */
  @Test
  public void closesLongestIdleOfLargestVisitFirst() {
    Fake oldest = served(1);
    passes(SECOND);
    Fake pair = served(2);
    Fake busyPair = served(2);
    passes(SECOND);
    Fake young = served(3);
    passes(SECOND / 2);
    max = 40;
    open = 36;
    busyPair.connection.touch();
    passes(SECOND / 4);
    assertThat(closed).isEmpty();
    open = 37;
    passes(SECOND / 10);
    assertThat(closed).containsExactly(pair);
    passes(SECOND / 10);
    assertThat(closed).containsExactly(pair, oldest);
    passes(SECOND);
    assertThat(closed).containsExactly(pair, oldest, young);
    assertThat(watch.closedTotal(CloseCause.IDLE)).isEqualTo(3);
    open = 36;
    passes(SECOND);
    assertThat(closed).hasSize(3);
  }

  @Test
  public void waitsForLargestVisitUntilLastPlaces() {
    Fake alone = served(1);
    passes(5 * SECOND);
    served(2);
    served(2);
    max = 40;
    open = 37;
    passes(SECOND / 2);
    assertThat(closed).isEmpty();
    open = 38;
    passes(SECOND / 10);
    assertThat(closed).containsExactly(alone);
    passes(SECOND);
    assertThat(closed).hasSize(3);
  }

  @Test
  public void sparesActiveConnectionsWhenPlacesAreShort() {
    Fake served = served(1);
    served.connection.requestBegins();
    Fake shakesHands = new Fake();
    max = 40;
    open = 40;
    passes(3 * SECOND);
    assertThat(closed).isEmpty();
    served.connection.requestEnds();
    passes(SECOND / 2);
    assertThat(closed).isEmpty();
    served.before = () -> served.connection.touch();
    passes(SECOND - SECOND / 2);
    assertThat(closed).as("something came when it was about to be closed").isEmpty();
    served.before = () -> {};
    shakesHands.connection.handshakeDone(null, false);
    passes(SECOND);
    assertThat(closed).containsExactlyInAnyOrder(served, shakesHands);
  }

  @Test
  public void closesOtherIdleConnectionWhenFirstIsBusy() {
    Fake busy = served(1);
    busy.atWork = true;
    passes(SECOND / 2);
    Fake other = served(2);
    max = 40;
    open = 37;
    passes(2 * SECOND);
    assertThat(closed).containsExactly(other);
  }

  @Test
  public void closesNoMoreThanShortage() {
    for (int i = 1; i <= 30; i++) {
      served(i);
    }
    max = 40;
    open = 39;
    passes(2 * SECOND);
    assertThat(closed).hasSize(3);
  }

  @Test
  public void closesIdleConnectionsWhenAcceptingFails() {
    for (int i = 1; i <= 30; i++) {
      served(i);
    }
    passes(2 * SECOND);
    assertThat(closed).isEmpty();
    acceptFailures = 1;
    passes(SECOND);
    assertThat(closed).hasSize(8);
    passes(SECOND);
    assertThat(closed).hasSize(8);
  }

  @Test
  public void countsHandshakesOfVisitsUnderWay() {
    Fake first = new Fake(ofVisit(7));
    assertThat(watch.hasRoom(7)).isTrue();
    Fake second = new Fake(ofVisit(7));
    assertThat(watch.hasRoom(7)).as("2 are all that it may have").isFalse();
    assertThat(watch.handshakeDone(first.connection, 7)).isTrue();
    assertThat(watch.hasRoom(7)).isFalse();
    second.connection.closed();
    assertThat(watch.hasRoom(7)).isTrue();
    first.connection.closed();
    assertThat(watch.hasRoom(7)).isTrue();
  }

  @Test
  public void countsConnectionForVisitThatItsHandshakeShows() {
    Fake moves = new Fake(ofVisit(7));
    new Fake(ofVisit(7));
    assertThat(watch.handshakeDone(moves.connection, 8)).isTrue();
    assertThat(watch.hasRoom(7)).isTrue();
    served(8);
    assertThat(watch.hasRoom(8)).isFalse();
    moves.connection.closed();
    assertThat(watch.hasRoom(8)).isTrue();
  }

  @Test
  public void countsVisitByItsAccount() {
    watch.countBy(visit -> visit / 10);
    new Fake(ofVisit(71));
    new Fake(ofVisit(72));
    assertThat(watch.hasRoom(7)).isFalse();
    assertThat(watch.hasRoom(71)).isTrue();
  }

  /** The door looked before the visit had so many. */
  @Test
  public void sparesNoHandshakeBeyondItsVisitsBound() {
    watch.boundSilence(() -> 1);
    for (int i = 0; i < 55; i++) {
      new Fake(ofVisit(7));
    }
    passes(2 * SECOND);
    assertThat(closed).as("53 are too many, and 50 may be silent").hasSize(3);
  }

  @Test
  public void closesSilentHandshakeOfVisitUnderWayWhenPlacesAreShort() {
    Fake silent = new Fake(ofVisit(7));
    new Fake();
    max = 40;
    open = 40;
    passes(SECOND / 2);
    assertThat(closed).isEmpty();
    passes(SECOND);
    assertThat(closed).containsExactly(silent);
    assertThat(watch.closedTotal(CloseCause.IDLE)).isEqualTo(1);
  }

  private static AdmittedConnection ofVisit(long visit) {
    return new AdmittedConnection(Entry.VERIFIED, visit, /* client= */ null);
  }

  private Fake served(long visit) {
    Fake fake = new Fake();
    watch.handshakeDone(fake.connection, visit);
    fake.connection.requestCame();
    return fake;
  }

  private void passes(long nanos) {
    now += nanos;
    watch.look(now);
  }

  /** A connection with a container that is told to close it. */
  private final class Fake {
    private boolean atWork;
    private Runnable before = () -> {};
    private final OpenConnection connection;

    private Fake() {
      this(AdmittedConnection.as(Entry.NEW));
    }

    private Fake(AdmittedConnection admitted) {
      connection = watch.admit(admitted, this::close);
    }

    private void close(boolean onlyIdle, BooleanSupplier claim) {
      before.run();
      if (!atWork && claim.getAsBoolean()) {
        closed.add(this);
        connection.closed();
      }
    }
  }

  private final class Queue implements WorkQueue {
    @Override
    public int waiting() {
      return headDelayNanos > 0 ? 1 : 0;
    }

    @Override
    public int workers() {
      return 2;
    }

    @Override
    public long headDelayNanos(long nowNanos) {
      return headDelayNanos;
    }
  }
}
