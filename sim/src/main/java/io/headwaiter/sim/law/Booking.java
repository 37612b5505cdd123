package io.headwaiter.sim.law;

/** As what the meters book the CPU time of a turn. */
public enum Booking {
  /** The handshake with which a visit begins: learned as a handshake. */
  BEGINNING,
  /** Work for a visit under way: learned as what visits cost at their age. */
  UNDER_WAY,
  /**
   * Work that is no part of what a visit costs, of a visit over its account: counted in {@link
   * ServerView#apartCpuNanos} and learned as nothing.
   */
  APART
}
