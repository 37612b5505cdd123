/** The figures of a connector for Micrometer. */
@NullMarked
package io.headwaiter.micrometer;

import org.jspecify.annotations.NullMarked;
