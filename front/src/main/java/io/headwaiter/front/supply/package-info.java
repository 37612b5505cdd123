/**
 * The processors that this process really has: quota, affinity, other processes and the host taken
 * into account. Parsers and the law are plain objects; {@link
 * io.headwaiter.front.supply.CpuSupplyMeter} reads the files.
 */
package io.headwaiter.front.supply;
