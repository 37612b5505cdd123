package io.headwaiter.door;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of IPv4 or IPv6 addresses with the same leading bits, as in CIDR notation. Immutable.
 *
 * <p>A dual-stack socket reports an IPv4 client by its IPv4 address, so an IPv6 range never
 * contains one.
 */
public final class NetworkRange {
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9a-fA-F:][0-9a-fA-F:.]*");
  private static final Pattern PREFIX = Pattern.compile("\\d{1,3}");

  private final byte[] address;
  private final int prefix;

  private NetworkRange(byte[] address, int prefix) {
    this.address = address;
    this.prefix = prefix;
  }

  /**
   * Parses {@code ADDRESS/BITS}, or {@code ADDRESS} for that one address. Names are not looked up.
   *
   * @throws IllegalArgumentException with a sentence, if it is no such range
   */
  public static NetworkRange parse(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    byte[] address = address(text, literal);
    int most = address.length * Byte.SIZE;
    int prefix = slash < 0 ? most : prefix(text, text.substring(slash + 1), most);
    byte[] first = masked(address, prefix);
    if (!Arrays.equals(first, address)) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" names more bits than its first "
              + prefix
              + "; the network is "
              + new NetworkRange(first, prefix)
              + ".");
    }
    return new NetworkRange(address, prefix);
  }

  /** Returns whether an address is in one of these ranges; false if it is not known. */
  static boolean contains(List<NetworkRange> ranges, @Nullable InetAddress client) {
    if (client == null) {
      return false;
    }
    for (NetworkRange range : ranges) {
      if (range.contains(client)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether this address is in the range. */
  public boolean contains(InetAddress client) {
    byte[] bytes = client.getAddress();
    if (bytes.length != address.length) {
      return false;
    }
    int whole = prefix / Byte.SIZE;
    if (!Arrays.equals(bytes, 0, whole, address, 0, whole)) {
      return false;
    }
    int rest = prefix % Byte.SIZE;
    return rest == 0 || (bytes[whole] & mask(rest)) == (address[whole] & 0xff);
  }

  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(address).getHostAddress() + "/" + prefix;
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // it has 4 or 16 bytes, as parsed
    }
  }

  private static byte[] address(String text, String literal) {
    // Anything else would be looked up as a name.
    if (IPV4.matcher(literal).matches() || IPV6.matcher(literal).matches()) {
      try {
        return InetAddress.getByName(literal).getAddress();
      } catch (UnknownHostException e) {
        throw notARange(text, e);
      }
    }
    throw notARange(text, null);
  }

  private static int prefix(String text, String digits, int most) {
    int prefix = PREFIX.matcher(digits).matches() ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    if (prefix > most) {
      throw new IllegalArgumentException(
          "\"" + text + "\" needs a number of bits from 0 to " + most + " behind the slash.");
    }
    return prefix;
  }

  private static IllegalArgumentException notARange(
      String text, @Nullable UnknownHostException cause) {
    return new IllegalArgumentException(
        "\"" + text + "\" is no network like 192.0.2.0/24, 2001:db8::/32 or 192.0.2.7.", cause);
  }

  private static byte[] masked(byte[] address, int prefix) {
    byte[] masked = new byte[address.length];
    int whole = prefix / Byte.SIZE;
    System.arraycopy(address, 0, masked, 0, whole);
    if (prefix % Byte.SIZE != 0) {
      masked[whole] = (byte) (address[whole] & mask(prefix % Byte.SIZE));
    }
    return masked;
  }

  private static int mask(int bits) {
    return 0xff << (Byte.SIZE - bits) & 0xff;
  }
}
