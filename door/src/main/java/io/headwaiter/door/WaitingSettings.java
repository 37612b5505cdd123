package io.headwaiter.door;

import io.headwaiter.core.admission.WaitingRoomLimits;
import java.util.Objects;

/**
 * Settings of the waiting room, and the address prefixes that define a network.
 *
 * @param room bounds of the waiting room; a length of 0 is none
 * @param ipv4Prefix leading bits of an IPv4 address that name its network, from 0 (all are one) to
 *     32
 * @param ipv6Prefix leading bits of an IPv6 address that name its network, from 0 to 64
 * @param sharedWithoutRoom whether networks share new visits if there is no waiting room
 */
public record WaitingSettings(
    WaitingRoomLimits room, int ipv4Prefix, int ipv6Prefix, boolean sharedWithoutRoom) {
  /** No visit waits. */
  public static final WaitingSettings NONE = new WaitingSettings(WaitingRoomLimits.NONE, 24, 56);

  /** Checks the ranges. */
  public WaitingSettings {
    Objects.requireNonNull(room, "room");
    requireRange("ipv4Prefix", ipv4Prefix, 32);
    requireRange("ipv6Prefix", ipv6Prefix, 64);
  }

  /**
   * Makes settings without shares: if there is no waiting room, a new visit is admitted if it asks
   * while the gate has capacity.
   */
  public WaitingSettings(WaitingRoomLimits room, int ipv4Prefix, int ipv6Prefix) {
    this(room, ipv4Prefix, ipv6Prefix, /* sharedWithoutRoom= */ false);
  }

  private static void requireRange(String name, int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(name + " must be from 0 to " + max + ", got " + value);
    }
  }
}
