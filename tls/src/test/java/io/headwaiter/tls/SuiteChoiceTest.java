package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tls.SuiteChoice.Tls13Preference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SuiteChoiceTest {
  private static final int AES_128 = 0x1301;
  private static final int AES_256 = 0x1302;
  private static final int CHACHA20 = 0x1303;
  private static final List<String> SUITES =
      List.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_RSA_WITH_AES_256_CBC_SHA");

  private static SuiteChoice tls13(Tls13Preference preference) {
    return new SuiteChoice(List.of(), false, preference);
  }

  @Example
  void tls13ChoosesFirstOfferWhenAesIsFast() {
    SuiteChoice choice = tls13(Tls13Preference.CLIENTS_FIRST);
    int[] offer = {0xc02b, AES_256, CHACHA20, AES_128};
    assertThat(choice.canBe(AES_256, true, offer)).isTrue();
    assertThat(choice.canBe(CHACHA20, true, offer)).isFalse();
    assertThat(choice.canBe(AES_128, true, offer)).isFalse();
    assertThat(choice.canBe(AES_128, true, new int[] {0xc02b})).isFalse();
  }

  @Example
  void tls13ChoosesChaCha20WhenAesIsSlow() {
    SuiteChoice choice = tls13(Tls13Preference.CHACHA20);
    int[] offer = {AES_256, AES_128, CHACHA20};
    assertThat(choice.canBe(CHACHA20, true, offer)).isTrue();
    assertThat(choice.canBe(AES_256, true, offer)).isFalse();
    assertThat(choice.canBe(AES_256, true, new int[] {AES_256, AES_128})).isTrue();
    assertThat(choice.canBe(AES_128, true, new int[] {AES_256, AES_128})).isFalse();
  }

  @Example
  void tls13AllowsBothWhenPreferenceIsUnknown() {
    SuiteChoice choice = tls13(Tls13Preference.UNKNOWN);
    int[] offer = {AES_256, AES_128, CHACHA20};
    assertThat(choice.canBe(CHACHA20, true, offer)).isTrue();
    assertThat(choice.canBe(AES_256, true, offer)).isTrue();
    assertThat(choice.canBe(AES_128, true, offer)).isFalse();
    assertThat(choice.canBe(CHACHA20, true, new int[] {AES_256})).isFalse();
  }

  /**
   * A model of BoringSSL with a certificate for some families chooses only suites that are
   * possible.
   */
  @Property(tries = 1_000)
  void tls12AllowsEveryActualChoice(@ForAll Random random, @ForAll boolean ownOrder) {
    List<String> enabled = some(random);
    List<Integer> offered = codes(some(random));
    Set<String> families = new HashSet<>(List.of("TLS_ECDHE_ECDSA", "TLS_ECDHE_RSA", "TLS_RSA"));
    families.removeIf(family -> random.nextInt(3) == 0);
    SuiteChoice choice = new SuiteChoice(enabled, ownOrder, Tls13Preference.UNKNOWN);
    int[] offer = offered.stream().mapToInt(Integer::intValue).toArray();
    Optional<Integer> chosen =
        (ownOrder ? codes(enabled) : offered)
            .stream()
                .filter((ownOrder ? offered : codes(enabled))::contains)
                .filter(code -> families.contains(CipherSuiteCodes.familyOf(code)))
                .findFirst();
    chosen.ifPresent(code -> assertThat(choice.canBe(code, false, offer)).isTrue());
    long canBe = codes(SUITES).stream().filter(code -> choice.canBe(code, false, offer)).count();
    assertThat(canBe).as("one of each family at most").isLessThanOrEqualTo(3);
  }

  private static List<String> some(Random random) {
    List<String> some = new ArrayList<>(SUITES);
    Collections.shuffle(some, random);
    return some.subList(0, random.nextInt(some.size() + 1));
  }

  private static List<Integer> codes(List<String> names) {
    return names.stream().map(name -> CipherSuiteCodes.of(name).getAsInt()).toList();
  }

  @Example
  void allowsUnknownSuiteIfOffered() {
    SuiteChoice choice = new SuiteChoice(SUITES, false, Tls13Preference.UNKNOWN);
    assertThat(choice.canBe(0x000a, false, new int[] {0xc02b, 0x000a})).isTrue();
    assertThat(choice.canBe(0x000a, false, new int[] {0xc02b})).isFalse();
  }
}
