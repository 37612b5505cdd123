package io.headwaiter.front.config;

import io.headwaiter.door.NetworkRange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the comma-separated lists of clients: of balancers, and of those that bypass the budget.
 */
final class ClientLists {
  private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
  private static final int HOST_NAME_MAX = 255;
  private static final Pattern PROTOCOL = Pattern.compile("[!-~]{1,255}");

  private ClientLists() {}

  static List<NetworkRange> networks(HeadwaiterOption option, String value) {
    List<NetworkRange> networks = new ArrayList<>();
    for (String part : parts(option, value)) {
      try {
        networks.add(NetworkRange.parse(part));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(option.wrong(value).getMessage() + " " + e.getMessage());
      }
    }
    return networks;
  }

  static Set<String> serverNames(String value) {
    Set<String> names = new LinkedHashSet<>();
    for (String part : parts(HeadwaiterOption.BYPASS_SERVER_NAMES, value)) {
      String name = part.toLowerCase(Locale.ROOT);
      if (name.length() > HOST_NAME_MAX || !HOST_NAME.matcher(name).matches()) {
        throw HeadwaiterOption.BYPASS_SERVER_NAMES.wrong(value);
      }
      names.add(name);
    }
    return names;
  }

  static Set<String> protocols(String value) {
    Set<String> names = new LinkedHashSet<>();
    for (String part : parts(HeadwaiterOption.BYPASS_PROTOCOLS, value)) {
      if (!PROTOCOL.matcher(part).matches()) {
        throw HeadwaiterOption.BYPASS_PROTOCOLS.wrong(value);
      }
      names.add(part);
    }
    return names;
  }

  private static List<String> parts(HeadwaiterOption option, String value) {
    List<String> parts = new ArrayList<>();
    if (value.isBlank()) {
      return parts;
    }
    for (String part : value.split(",", -1)) {
      if (part.isBlank()) {
        throw option.wrong(value);
      }
      parts.add(part.strip());
    }
    return parts;
  }
}
