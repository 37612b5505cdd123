package io.headwaiter.tls;

import static io.headwaiter.tls.DerWriter.join;
import static io.headwaiter.tls.DerWriter.tagged;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.OptionalLong;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Sessions written by hand in BoringSSL's format. */
class TicketContentsTest {
  private static final long DAY = 86_400;
  private final TicketKey key = Tickets.key();

  @Example
  void tls13StartIsSevenDaysBeforeAuthenticationEnd() throws Exception {
    byte[] session = session(0x0304, 1000, 2 * DAY, 604_700L);
    assertThat(began(session)).hasValue(900_000);
  }

  @Example
  void tls12StartIsTimeoutBeforeEnd() throws Exception {
    assertThat(began(session(0x0303, 5000, DAY, DAY))).hasValue(5_000_000);
    assertThat(began(session(0x0303, 5000, DAY - 60, DAY - 60))).hasValue(4_940_000);
    assertThat(began(session(0x0303, 5000, DAY - 60, null))).hasValue(4_940_000);
  }

  @Example
  void startIsUnknownWithoutTime() throws Exception {
    assertThat(began(sequence(integer(1), integer(0x0304)))).isEmpty();
  }

  @Example
  void truncatedSessionHasNoStart() throws Exception {
    byte[] session = session(0x0304, 1000, 2 * DAY, 604_700L);
    for (int length = 0; length < session.length; length++) {
      assertThat(began(Tickets.cut(session, length))).as("%s bytes", length).isEmpty();
    }
  }

  @Example
  void sessionIsResumableInItsVersionOnly() throws Exception {
    byte[] tls12 = session(0x0303, 5000, DAY, DAY);
    byte[] tls13 = session(0x0304, 5000, DAY, DAY);
    assertThat(resumable(tls12, /* tls13= */ false, 6_000_000)).isTrue();
    assertThat(resumable(tls12, /* tls13= */ true, 6_000_000)).isFalse();
    assertThat(resumable(tls13, /* tls13= */ true, 6_000_000)).isTrue();
    assertThat(resumable(tls13, /* tls13= */ false, 6_000_000)).isFalse();
    assertThat(resumable(session(0x0302, 5000, DAY, DAY), false, 6_000_000)).isFalse();
  }

  @Example
  void tls12MasterSecretKindMustMatch() throws Exception {
    byte[] plain = session(0x0303, 5000, DAY, DAY);
    byte[] extended = session(0x0303, 5000, DAY, DAY, tagged(0xb1, tagged(0x01, bytes(0xff))));
    byte[] denied = session(0x0303, 5000, DAY, DAY, tagged(0xb1, tagged(0x01, bytes(0))));
    assertThat(read(plain).fitsMasterSecret(/* extended= */ false)).isTrue();
    assertThat(read(plain).fitsMasterSecret(/* extended= */ true)).isFalse();
    assertThat(read(extended).fitsMasterSecret(/* extended= */ false)).isFalse();
    assertThat(read(extended).fitsMasterSecret(/* extended= */ true)).isTrue();
    assertThat(read(denied).fitsMasterSecret(/* extended= */ true)).isFalse();
  }

  @Example
  void tls13FitsAnyMasterSecretKind() throws Exception {
    byte[] session = session(0x0304, 5000, DAY, DAY);
    assertThat(read(session).fitsMasterSecret(/* extended= */ false)).isTrue();
    assertThat(read(session).fitsMasterSecret(/* extended= */ true)).isTrue();
  }

  /** The engine resumes while its clock, in seconds, is below time of issue plus timeout. */
  @Example
  void sessionIsNotResumableInItsLastSecond() throws Exception {
    byte[] session = session(0x0303, 5000, 60, 60L);
    assertThat(resumable(session, false, 4_999_999)).as("from the future").isFalse();
    assertThat(resumable(session, false, 5_000_000)).isTrue();
    assertThat(resumable(session, false, 5_058_999)).isTrue();
    assertThat(resumable(session, false, 5_059_000)).as("the last second").isFalse();
    assertThat(resumable(session, false, 5_060_000)).isFalse();
    assertThat(resumable(session, false, 500_000_000)).isFalse();
  }

  @Property(tries = 2_000)
  void readerSurvivesRandomContents(@ForAll @Size(max = 120) byte[] contents) throws Exception {
    assertThat(began(contents)).isNotNull();
    assertThat(began(sequence(integer(1), integer(0x0304), contents))).isNotNull();
  }

  private OptionalLong began(byte[] contents) throws Exception {
    return TicketContents.of(key, Tickets.seal(key, contents))
        .map(read -> OptionalLong.of(read.beganMillis(DAY)))
        .orElse(OptionalLong.empty());
  }

  private boolean resumable(byte[] contents, boolean tls13, long nowMillis) throws Exception {
    return read(contents).isResumable(tls13, nowMillis);
  }

  private TicketContents read(byte[] contents) throws Exception {
    return TicketContents.of(key, Tickets.seal(key, contents)).orElseThrow();
  }

  private static byte[] bytes(int value) {
    return new byte[] {(byte) value};
  }

  private static byte[] session(
      int protocol, long time, long timeout, Long authTimeout, byte[]... more) {
    return sequence(
        integer(1),
        integer(protocol),
        tagged(0x04, new byte[] {0x13, 0x01}),
        tagged(0x04, new byte[0]),
        tagged(0x04, new byte[48]),
        tagged(0xa1, integer(time)),
        tagged(0xa2, integer(timeout)),
        tagged(0xa4, tagged(0x04, new byte[300])),
        join(more),
        authTimeout == null ? new byte[0] : tagged(0xb9, integer(authTimeout)));
  }

  private static byte[] sequence(byte[]... fields) {
    return tagged(0x30, join(fields));
  }

  private static byte[] integer(long number) {
    return tagged(0x02, BigInteger.valueOf(number).toByteArray());
  }
}
