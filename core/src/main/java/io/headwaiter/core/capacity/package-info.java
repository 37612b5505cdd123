/** Capacity control: takes measurements, computes the admission policy. */
@NullMarked
package io.headwaiter.core.capacity;

import org.jspecify.annotations.NullMarked;
