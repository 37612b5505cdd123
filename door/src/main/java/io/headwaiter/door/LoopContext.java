package io.headwaiter.door;

import java.nio.channels.Selector;
import java.util.function.LongSupplier;

/**
 * What all parts of a door's loop use.
 *
 * @param selector of the loop
 * @param clock monotonic, in nanoseconds
 * @param limiter bounds what the loop logs
 */
record LoopContext(Selector selector, LongSupplier clock, LogLimiter limiter) {}
