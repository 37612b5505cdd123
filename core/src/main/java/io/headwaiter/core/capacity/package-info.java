/** Capacity control: takes measurements, computes the admission policy. */
package io.headwaiter.core.capacity;
