/** The content of {@code /status} and {@code /metrics} about a connector. */
@NullMarked
package io.headwaiter.front.status;

import org.jspecify.annotations.NullMarked;
