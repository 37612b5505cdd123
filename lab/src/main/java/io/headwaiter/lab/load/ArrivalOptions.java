package io.headwaiter.lab.load;

/**
 * When sessions come.
 *
 * @param kind partly open or closed
 * @param ratePerSecond mean new sessions per second; 0 in a closed population
 * @param clients size of the closed population; 0 in a partly open one
 */
public record ArrivalOptions(ArrivalKind kind, double ratePerSecond, int clients) {}
