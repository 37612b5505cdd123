package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VisitNamesTest {
  private final VisitNames names = new VisitNames(64);

  /** RFC 8448 section 3, "generate resumption secret". */
  @Test
  void preSharedKeyMatchesRfc8448() {
    HexFormat hex = HexFormat.of();
    byte[] secret =
        hex.parseHex("7df235f2031d2a051287d02b0241b0bfdaf86cc856231f2d5aba46c434ec196c");
    assertThat(VisitNames.preSharedKey(secret, new byte[2]))
        .isEqualTo(
            hex.parseHex("4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3"));
  }

  @Test
  void preSharedKeyIsAsLongAsHash() {
    assertThat(VisitNames.preSharedKey(new byte[48], new byte[1])).hasSize(48);
    assertThat(VisitNames.preSharedKey(new byte[32], new byte[1])).hasSize(32);
  }

  @Test
  void ticketsOfHandshakeBelongToItsVisit() {
    byte[] secret = Tickets.random(32);
    long visit = names.nameOf(secret);
    names.issued(secret, visit);
    for (byte nonce = 0; nonce < 2; nonce++) {
      byte[] key = VisitNames.preSharedKey(secret, new byte[] {nonce});
      assertThat(names.visitOf(key)).isEqualTo(visit).isNotEqualTo(names.nameOf(key));
    }
    byte[] third = VisitNames.preSharedKey(secret, new byte[] {2});
    assertThat(names.visitOf(third)).as("not issued").isEqualTo(names.nameOf(third));
  }

  @Test
  void unknownSecretIsNamedByItself() {
    byte[] secret = Tickets.random(48);
    assertThat(names.visitOf(secret)).isEqualTo(names.nameOf(secret)).isNotZero();
  }

  @Test
  void namesDifferBetweenInstances() {
    byte[] secret = Tickets.random(48);
    assertThat(new VisitNames(64).nameOf(secret)).isNotEqualTo(names.nameOf(secret));
  }

  @Test
  void namesDiffer() {
    Set<Long> all = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      all.add(names.nameOf(Tickets.random(48)));
      all.add(VisitNames.random());
    }
    assertThat(all).hasSize(2000).doesNotContain(KnownSession.UNKNOWN);
  }
}
