package io.headwaiter.lab.load;

import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;

/**
 * What sessions ask for.
 *
 * @param mix whose customers come
 * @param endReading how a session of the auction ends
 * @param meanRequests mean session length of {@link EndReading#FITTED}; 0 otherwise
 * @param maxRequests a session ends at the latest after so many requests
 * @param users registered users or customers the site knows, ids 1 to users
 * @param categories categories the auction knows, ids 1 to categories
 * @param regions regions the auction knows, ids 1 to regions
 * @param items books of the bookstore; of the auction the highest item id asked for before any page
 *     has shown one
 */
public record WorkloadOptions(
    Mix mix,
    EndReading endReading,
    double meanRequests,
    int maxRequests,
    int users,
    int categories,
    int regions,
    int items) {}
