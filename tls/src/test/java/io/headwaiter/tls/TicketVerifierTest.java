package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Only a ticket made under a key in force is authentic, and every bit must be right. */
class TicketVerifierTest {
  private final TicketKey key = Tickets.key();
  private final TicketKey old = Tickets.key();
  private final List<TicketKey> keys = List.of(key, old);

  @Example
  void ticketsOfAllKeysAreAuthentic() throws Exception {
    for (int length = 0; length < 200; length++) {
      assertThat(isAuthentic(Tickets.seal(key, Tickets.random(length)))).isTrue();
      assertThat(isAuthentic(Tickets.seal(old, Tickets.random(length)))).isTrue();
    }
  }

  @Example
  void ticketWithFlippedBitIsNotAuthentic() throws Exception {
    byte[] ticket = Tickets.seal(key, Tickets.random(120));
    for (int bit = 0; bit < ticket.length * 8; bit++) {
      assertThat(isAuthentic(Tickets.flip(ticket, bit))).as("bit %s", bit).isFalse();
    }
    assertThat(isAuthentic(ticket)).isTrue();
  }

  @Example
  void ticketOfOtherLengthIsNotAuthentic() throws Exception {
    byte[] ticket = Tickets.seal(key, Tickets.random(120));
    for (int length = 0; length <= 300; length++) {
      assertThat(isAuthentic(Tickets.cut(ticket, length)))
          .as("%s of %s bytes", length, ticket.length)
          .isEqualTo(length == ticket.length);
    }
  }

  /** The key name is right and the rest is random. */
  @Example
  void keyNameAloneIsNotAuthentic() {
    for (int length = 0; length <= 300; length++) {
      byte[] forged = Tickets.random(length);
      System.arraycopy(key.name(), 0, forged, 0, Math.min(length, 16));
      assertThat(isAuthentic(forged)).as("%s bytes", length).isFalse();
    }
  }

  /** Even with a valid authentication code: BoringSSL makes no tickets of such lengths. */
  @Example
  void validCodeOverImpossibleLengthIsNotAuthentic() throws Exception {
    for (int length = 16; length <= 300; length++) {
      byte[] before = Tickets.random(length);
      System.arraycopy(key.name(), 0, before, 0, 16);
      byte[] forged = Tickets.cut(before, length + 32);
      System.arraycopy(Tickets.code(key, before), 0, forged, length, 32);
      boolean possible = length >= 48 && length % 16 == 0;
      assertThat(isAuthentic(forged)).as("%s bytes", length + 32).isEqualTo(possible);
    }
  }

  @Example
  void rejectsTicketTooLargeForHello() throws Exception {
    // 16 bytes of name, 16 of vector, 32 of code, and at least one of padding.
    int longest = TicketKey.TICKET_BYTES_MAX - 64 - 1;
    assertThat(isAuthentic(Tickets.seal(key, Tickets.random(longest)))).isTrue();
    assertThat(isAuthentic(Tickets.seal(key, Tickets.random(longest + 1)))).isFalse();
  }

  @Example
  void ticketOfForeignKeyIsNotAuthentic() throws Exception {
    TicketKey foreign = Tickets.key();
    assertThat(isAuthentic(Tickets.seal(foreign, Tickets.random(120)))).isFalse();
    TicketKey sameName = new TicketKey(key.name(), Tickets.random(16), key.aesKey());
    assertThat(isAuthentic(Tickets.seal(sameName, Tickets.random(120)))).isFalse();
    assertThat(TicketVerifier.isAuthentic(Tickets.seal(key, new byte[9]), List.of())).isFalse();
  }

  @Property(tries = 5_000)
  void randomBytesAreNotAuthentic(@ForAll @Size(max = 400) byte[] stranger) {
    assertThat(isAuthentic(stranger)).isFalse();
  }

  private boolean isAuthentic(byte[] ticket) {
    return TicketVerifier.isAuthentic(ticket, keys);
  }
}
