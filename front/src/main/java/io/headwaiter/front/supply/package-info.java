/**
 * The processors that this process really has, after quota, affinity, other processes and the host.
 * Parsers and the law are plain objects; {@link io.headwaiter.front.supply.CpuSupplyMeter} reads
 * the files.
 */
@NullMarked
package io.headwaiter.front.supply;

import org.jspecify.annotations.NullMarked;
