package io.headwaiter.lab.load;

import io.headwaiter.lab.workload.RateProfile;

/**
 * When sessions come.
 *
 * @param kind partly open or closed
 * @param ratePerSecond mean new sessions per second; 0 in a closed population
 * @param clients size of the closed population; 0 in a partly open one
 * @param burstFactor rate of a burst against the mean; 0 unless bursty
 * @param dispersion index of dispersion of the arrivals' counts over long windows; 0 unless bursty
 * @param profile how the rate changes while the run lasts; constant in a closed population
 */
public record ArrivalOptions(
    ArrivalKind kind,
    double ratePerSecond,
    int clients,
    double burstFactor,
    double dispersion,
    RateProfile profile) {}
