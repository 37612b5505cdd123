package io.headwaiter.lab.abuse;

import io.headwaiter.load.GenuineHello;
import io.headwaiter.load.HelloClaim;
import io.headwaiter.load.RawHelloReplayer;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.results.ReplayResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Connections that say one hello, or less, without a TLS engine. */
public final class HelloFlood implements Attacker {
  private static final String NEWEST = "TLSv1.3";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int TICKETS_A_HELLO = 16;
  private static final int FORGED_HELLOS = 64;
  private static final int LONG_HELLO = 15_000;
  private static final int CUT = 100;

  /** What they say. */
  public enum Hellos {
    /** New clients. */
    PLAIN,
    /** One genuine ticket, in the very same bytes each time. */
    GENUINE,
    /** One genuine ticket, to be resumed with psk_ke only. */
    PSK_KE,
    /** One genuine ticket with a wrong binder. */
    WRONG_BINDER,
    /** Sixteen tickets that nobody issued. */
    FORGED,
    /** All but the end of a hello of 15,000 bytes. */
    CUT,
    /** Nothing. */
    NOTHING
  }

  private final Target target;
  private final Hellos hellos;
  private final double ratePerSecond;
  private final int openMax;
  private final boolean stays;
  private final String networks;
  private final long seed;
  private List<byte[]> bytes;

  /**
   * Nothing is sent yet.
   *
   * @param ratePerSecond connections begun per second
   * @param openMax most connections that wait for an answer, 1 to 10000
   * @param stays whether they stay, in silence, after the answer, or leave
   * @param networks loopback networks they come from, as {@code replay --source} takes them
   */
  public HelloFlood(
      Target target,
      Hellos hellos,
      double ratePerSecond,
      int openMax,
      boolean stays,
      String networks,
      long seed) {
    this.target = target;
    this.hellos = hellos;
    this.ratePerSecond = ratePerSecond;
    this.openMax = openMax;
    this.stays = stays;
    this.networks = networks;
    this.seed = seed;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    InetSocketAddress address = target.address();
    SplittableRandom random = new SplittableRandom(seed);
    bytes =
        switch (hellos) {
          case PLAIN -> null;
          case GENUINE -> List.of(GenuineHello.patiently(address));
          case PSK_KE -> List.of(HelloEdits.pskKeOnly(GenuineHello.patiently(address)));
          case WRONG_BINDER -> List.of(HelloEdits.wrongBinder(GenuineHello.patiently(address)));
          case FORGED -> forged(GenuineHello.patiently(address), random);
          case CUT -> {
            byte[] whole = HelloEdits.padded(GenuineHello.ofStranger(address, NEWEST), LONG_HELLO);
            yield List.of(Arrays.copyOf(whole, whole.length - CUT));
          }
          case NOTHING -> List.of(new byte[0]);
        };
  }

  private static List<byte[]> forged(byte[] genuine, SplittableRandom random) {
    List<byte[]> forged = new ArrayList<>();
    for (int i = 0; i < FORGED_HELLOS; i++) {
      forged.add(HelloEdits.forged(genuine, TICKETS_A_HELLO, random));
    }
    return forged;
  }

  /** What the attack says, for tests; null where each hello is another one. */
  List<byte[]> bytes() {
    return bytes;
  }

  @Override
  public Tally run(Duration duration) throws IOException {
    ReplayOptions options =
        ReplayOptions.to(target.address())
            .claim(HelloClaim.NONE)
            .concurrency(openMax)
            .ratePerSecond(ratePerSecond)
            .duration(duration)
            .patience(PATIENCE)
            .sourceNetworks(networks)
            .heldMax(stays ? openMax : 0)
            .seed(seed)
            .build();
    RawHelloReplayer replayer =
        bytes == null ? new RawHelloReplayer(options) : new RawHelloReplayer(options, bytes);
    ReplayResult result = replayer.run();
    long refused = result.closed() + result.reset() + result.alerts();
    return new Tally(result.attempts(), result.answered(), 0, 0, refused);
  }
}
