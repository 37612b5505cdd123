package io.headwaiter.core.hello;

import java.nio.charset.StandardCharsets;

/**
 * The host name of server_name (RFC 6066): ASCII labels of letters, digits and inner hyphens, 1 to
 * 63 bytes each, 255 bytes in all, no trailing dot. The underscore is also accepted: host names do
 * not allow it, but container networks use it, and both JSSE and browsers accept it.
 */
final class HostName {
  private static final int BYTES_MAX = 255;
  private static final int LABEL_BYTES_MAX = 63;

  private HostName() {}

  static boolean isValid(byte[] bytes, int from, int length) {
    if (length == 0 || length > BYTES_MAX) {
      return false;
    }
    int labelFrom = from;
    for (int i = from; i < from + length; i++) {
      if (bytes[i] == '.') {
        if (!isLabel(bytes, labelFrom, i)) {
          return false;
        }
        labelFrom = i + 1;
      } else if (!isLabelByte(bytes[i])) {
        return false;
      }
    }
    return isLabel(bytes, labelFrom, from + length);
  }

  /** Returns the name in lower case, as names are compared (RFC 6066: without regard to case). */
  static String lowerCase(byte[] bytes, int from, int length) {
    byte[] lower = new byte[length];
    for (int i = 0; i < length; i++) {
      byte b = bytes[from + i];
      lower[i] = b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
    }
    return new String(lower, StandardCharsets.US_ASCII);
  }

  private static boolean isLabel(byte[] bytes, int from, int to) {
    int length = to - from;
    return length > 0 && length <= LABEL_BYTES_MAX && bytes[from] != '-' && bytes[to - 1] != '-';
  }

  private static boolean isLabelByte(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '-'
        || b == '_';
  }
}
