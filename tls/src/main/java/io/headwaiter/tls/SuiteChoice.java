package io.headwaiter.tls;

import java.util.List;
import java.util.OptionalInt;

/**
 * Tells from a client's offer whether BoringSSL can choose a given cipher suite. BoringSSL resumes
 * a session only if it chooses that session's suite. This is stricter than TLS 1.3 requires (the
 * same hash): a genuine ticket leads to a full handshake if BoringSSL chooses another suite of the
 * offer.
 *
 * <p><b>TLS 1.3</b>: the choice is the first of the three suites in the client's order, whatever
 * the server's; but ChaCha20 before any other if the processor has no instructions for AES.
 *
 * <p><b>TLS 1.2</b>: the choice is the first in the client's order, or in the server's if that
 * decides, that both have and for which there is a certificate and a group. Which certificates and
 * groups suit this client is not computed here. But if an earlier suite differs from the given one
 * by its cipher only, then the given one is not chosen.
 *
 * <p>So a no is certain, and a yes means perhaps. A client with the same offer as in the handshake
 * that gave it its ticket always gets a yes. Immutable.
 */
public final class SuiteChoice {
  /** The choice of BoringSSL in TLS 1.3. */
  public enum Tls13Preference {
    /** The first suite that the client offers. */
    CLIENTS_FIRST,
    /** ChaCha20 if it is offered, else the first. */
    CHACHA20,
    /** One of the two above; it is not known which. */
    UNKNOWN
  }

  private static final int AES_128_SHA256 = 0x1301;
  private static final int AES_256_SHA384 = 0x1302;
  private static final int CHACHA20_SHA256 = 0x1303;
  private static final int NONE = 0;

  private final int[] enabled;
  private final boolean ownOrder;
  private final Tls13Preference preference;

  /**
   * @param cipherSuites the suites that the server has enabled, in JSSE's names, in its order;
   *     those with an unknown name count as not enabled
   * @param ownOrder whether the server's order decides in TLS 1.2, not the client's
   * @param preference the choice in TLS 1.3
   */
  public SuiteChoice(List<String> cipherSuites, boolean ownOrder, Tls13Preference preference) {
    this.enabled =
        cipherSuites.stream()
            .map(CipherSuiteCodes::of)
            .filter(OptionalInt::isPresent)
            .mapToInt(OptionalInt::getAsInt)
            .toArray();
    this.ownOrder = ownOrder;
    this.preference = preference;
  }

  /**
   * Returns whether BoringSSL may choose this suite; if not, it certainly does not.
   *
   * @param suite its code in the IANA registry
   * @param tls13 in TLS 1.3; else in TLS 1.2
   * @param offered the codes that the client offers, in its order
   */
  public boolean canBe(int suite, boolean tls13, int[] offered) {
    return tls13 ? canBeTls13(suite, offered) : canBeTls12(suite, offered);
  }

  private boolean canBeTls13(int suite, int[] offered) {
    int first = NONE;
    boolean chacha20 = false;
    for (int code : offered) {
      if (code == AES_128_SHA256 || code == AES_256_SHA384 || code == CHACHA20_SHA256) {
        first = first == NONE ? code : first;
        chacha20 |= code == CHACHA20_SHA256;
      }
    }
    return switch (preference) {
      case CLIENTS_FIRST -> suite == first;
      case CHACHA20 -> suite == (chacha20 ? CHACHA20_SHA256 : first);
      case UNKNOWN -> suite == first || (chacha20 && suite == CHACHA20_SHA256);
    };
  }

  private boolean canBeTls12(int suite, int[] offered) {
    if (!contains(offered, suite)) {
      return false;
    }
    String family = CipherSuiteCodes.familyOf(suite);
    if (family == null) {
      return true;
    }
    int[] preferred = ownOrder ? enabled : offered;
    int[] allowed = ownOrder ? offered : enabled;
    for (int code : preferred) {
      if (contains(allowed, code) && family.equals(CipherSuiteCodes.familyOf(code))) {
        return code == suite;
      }
    }
    return false;
  }

  /** Returns whether the code is among these. */
  static boolean contains(int[] codes, int code) {
    for (int one : codes) {
      if (one == code) {
        return true;
      }
    }
    return false;
  }
}
