package io.headwaiter.door;

import java.util.List;
import java.util.Objects;

/**
 * All settings of a door.
 *
 * @param door deadlines, bounds and the style of refusals
 * @param waiting which visits may wait while the gate admits no more
 * @param sessionUses how often one session or ticket may be used
 * @param bypass which clients bypass the CPU-time budget
 * @param proxies networks of balancers, which begin each connection with a header of the PROXY
 *     protocol
 */
public record DoorOptions(
    DoorSettings door,
    WaitingSettings waiting,
    SessionUseLimits sessionUses,
    BypassSettings bypass,
    List<NetworkRange> proxies) {
  /** Copies the list, and checks that none is null. */
  public DoorOptions {
    Objects.requireNonNull(door, "door");
    Objects.requireNonNull(waiting, "waiting");
    Objects.requireNonNull(sessionUses, "sessionUses");
    Objects.requireNonNull(bypass, "bypass");
    proxies = List.copyOf(proxies);
  }

  /** Returns settings without a waiting room, a bound on uses of sessions, or a bypass. */
  public static DoorOptions of(DoorSettings door) {
    return new DoorOptions(
        door, WaitingSettings.NONE, SessionUseLimits.NONE, BypassSettings.NONE, List.of());
  }
}
