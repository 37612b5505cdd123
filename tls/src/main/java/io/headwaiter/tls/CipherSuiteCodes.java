package io.headwaiter.tls;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The IANA codes of cipher suites by their names in JSSE, for all that JSSE and BoringSSL enable by
 * default.
 */
final class CipherSuiteCodes {
  private static final String BEFORE_THE_CIPHER = "_WITH_";
  private static final Map<String, Integer> CODES = new HashMap<>();
  private static final Map<Integer, String> NAMES = new HashMap<>();

  static {
    add("TLS_", "1301 AES_128_GCM_SHA256 1302 AES_256_GCM_SHA384 1303 CHACHA20_POLY1305_SHA256");
    add(
        "TLS_ECDHE_ECDSA_WITH_",
        "c02b AES_128_GCM_SHA256 c02c AES_256_GCM_SHA384 cca9 CHACHA20_POLY1305_SHA256"
            + " c023 AES_128_CBC_SHA256 c024 AES_256_CBC_SHA384"
            + " c009 AES_128_CBC_SHA c00a AES_256_CBC_SHA");
    add(
        "TLS_ECDHE_RSA_WITH_",
        "c02f AES_128_GCM_SHA256 c030 AES_256_GCM_SHA384 cca8 CHACHA20_POLY1305_SHA256"
            + " c027 AES_128_CBC_SHA256 c028 AES_256_CBC_SHA384"
            + " c013 AES_128_CBC_SHA c014 AES_256_CBC_SHA");
    add(
        "TLS_DHE_RSA_WITH_",
        "009e AES_128_GCM_SHA256 009f AES_256_GCM_SHA384 ccaa CHACHA20_POLY1305_SHA256"
            + " 0067 AES_128_CBC_SHA256 006b AES_256_CBC_SHA256"
            + " 0033 AES_128_CBC_SHA 0039 AES_256_CBC_SHA");
    add(
        "TLS_DHE_DSS_WITH_",
        "00a2 AES_128_GCM_SHA256 00a3 AES_256_GCM_SHA384"
            + " 0040 AES_128_CBC_SHA256 006a AES_256_CBC_SHA256"
            + " 0032 AES_128_CBC_SHA 0038 AES_256_CBC_SHA");
    add(
        "TLS_RSA_WITH_",
        "009c AES_128_GCM_SHA256 009d AES_256_GCM_SHA384"
            + " 003c AES_128_CBC_SHA256 003d AES_256_CBC_SHA256"
            + " 002f AES_128_CBC_SHA 0035 AES_256_CBC_SHA");
  }

  private CipherSuiteCodes() {}

  private static void add(String prefix, String codesAndNames) {
    String[] words = codesAndNames.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      int code = HexFormat.fromHexDigits(words[i]);
      CODES.put(prefix + words[i + 1], code);
      NAMES.put(code, prefix + words[i + 1]);
    }
  }

  /** Returns the code of this suite; empty if it is not listed here. */
  static OptionalInt of(String name) {
    Integer code = CODES.get(name);
    return code == null ? OptionalInt.empty() : OptionalInt.of(code);
  }

  /**
   * Returns the key exchange and authentication of this TLS 1.2 suite, such as {@code
   * TLS_ECDHE_RSA}; null for any other code.
   */
  static @Nullable String familyOf(int code) {
    String name = NAMES.get(code);
    if (name == null) {
      return null;
    }
    int end = name.indexOf(BEFORE_THE_CIPHER);
    return end < 0 ? null : name.substring(0, end);
  }
}
