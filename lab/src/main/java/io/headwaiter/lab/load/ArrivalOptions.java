package io.headwaiter.lab.load;

import io.headwaiter.lab.workload.RateProfile;

/**
 * The arrivals of visits.
 *
 * @param kind partly open or closed
 * @param ratePerSecond mean new visits per second; 0 in a closed population
 * @param clients size of the closed population; 0 in a partly open one
 * @param burstFactor rate in a burst divided by the mean rate; 0 unless bursty
 * @param dispersion index of dispersion of the arrivals' counts over long windows; 0 unless bursty
 * @param profile how the rate changes during the run; constant in a closed population
 */
public record ArrivalOptions(
    ArrivalKind kind,
    double ratePerSecond,
    int clients,
    double burstFactor,
    double dispersion,
    RateProfile profile) {}
