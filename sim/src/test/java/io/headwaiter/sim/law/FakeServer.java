package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.HashSet;
import java.util.Set;

/** A server with settable readings; by default one processor, plain visits and no load. */
final class FakeServer implements ServerView, Truth {
  static final double MS = 1e6;
  static final long SECOND = 1_000_000_000L;

  int waiting;
  int running;
  long headDelayNanos;
  int connections;
  int connectionsMax = Integer.MAX_VALUE;
  int visitsUnderWay;
  double processorsNow = 1;
  double processorsLater = 1;
  long laterNanos = Long.MAX_VALUE;
  double pagesPerSecond = Double.POSITIVE_INFINITY;
  double remainingNanos;
  double backlogNanos;
  double promisedProcessors;
  double offered = 100;
  final Set<Long> attackers = new HashSet<>();

  static Setting setting(FakeServer server) {
    return new Setting(server, server, 1);
  }

  static Hello newcomer(long customer, long nowNanos) {
    return hello(customer, Hello.Standing.UNKNOWN, nowNanos);
  }

  static Hello hello(long customer, Hello.Standing standing, long nowNanos) {
    boolean claims = standing != Hello.Standing.UNKNOWN;
    Ticket ticket = claims ? new Ticket(visitOf(customer), customer) : Ticket.NONE;
    return new Hello(customer, customer, 0, claims, standing, ticket, 1, nowNanos);
  }

  static Turn page(long customer, long nowNanos) {
    return turn(Turn.Kind.REQUEST, customer, nowNanos);
  }

  static Turn turn(Turn.Kind kind, long customer, long nowNanos) {
    return turn(kind, /* number= */ customer, customer, nowNanos);
  }

  static Turn turn(Turn.Kind kind, long number, long customer, long nowNanos) {
    return new Turn(
        kind, number, customer, visitOf(customer), customer, nowNanos, nowNanos, nowNanos);
  }

  static long visitOf(long customer) {
    return customer + 1000;
  }

  static MeterSnapshot interval(long nowNanos) {
    return MeterSnapshot.builder(nowNanos, 50_000_000L).build();
  }

  @Override
  public int waiting() {
    return waiting;
  }

  @Override
  public int running() {
    return running;
  }

  @Override
  public long headDelayNanos() {
    return headDelayNanos;
  }

  @Override
  public int connections() {
    return connections;
  }

  @Override
  public int connectionsMax() {
    return connectionsMax;
  }

  @Override
  public int visitsUnderWay() {
    return visitsUnderWay;
  }

  @Override
  public int workers() {
    return 10;
  }

  @Override
  public double processors() {
    return processorsNow;
  }

  @Override
  public double processors(long atNanos) {
    return atNanos < laterNanos ? processorsNow : processorsLater;
  }

  @Override
  public double databasePagesPerSecond(long atNanos) {
    return pagesPerSecond;
  }

  @Override
  public double handshakeNanos(Turn.Kind kind, long atNanos) {
    return kind == Turn.Kind.FULL_HANDSHAKE ? 4 * MS : 0.5 * MS;
  }

  @Override
  public double pageNanos(long atNanos) {
    return 1.55 * MS;
  }

  @Override
  public double visitNanos(Turn.Kind handshake, long atNanos) {
    return handshakeNanos(handshake, atNanos) + 1.5 * MS + 7.5 * 1.55 * MS;
  }

  @Override
  public double refusalNanos() {
    return 26e3;
  }

  @Override
  public double pagesPerVisit() {
    return 8.5;
  }

  @Override
  public double cycleNanos() {
    return 0.7 * SECOND;
  }

  @Override
  public double offeredPerSecond(long atNanos) {
    return offered;
  }

  @Override
  public double remainingNanos() {
    return remainingNanos;
  }

  @Override
  public double backlogNanos() {
    return backlogNanos;
  }

  @Override
  public double promisedProcessors() {
    return promisedProcessors;
  }

  @Override
  public boolean attacks(long customer) {
    return attackers.contains(customer);
  }
}
