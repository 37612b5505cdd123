package io.headwaiter.door;

import java.util.Objects;

/**
 * All settings of a door.
 *
 * @param door deadlines, bounds and the style of refusals
 * @param waiting which visits may wait while the gate admits no more
 * @param sessionUses how often one session or ticket may be used
 * @param bypass which clients bypass the CPU-time budget
 */
public record DoorOptions(
    DoorSettings door,
    WaitingSettings waiting,
    SessionUseLimits sessionUses,
    BypassSettings bypass) {
  /** Checks that none is null. */
  public DoorOptions {
    Objects.requireNonNull(door, "door");
    Objects.requireNonNull(waiting, "waiting");
    Objects.requireNonNull(sessionUses, "sessionUses");
    Objects.requireNonNull(bypass, "bypass");
  }

  /** Returns settings without a waiting room, a bound on uses of sessions, or a bypass. */
  public static DoorOptions of(DoorSettings door) {
    return new DoorOptions(door, WaitingSettings.NONE, SessionUseLimits.NONE, BypassSettings.NONE);
  }
}
