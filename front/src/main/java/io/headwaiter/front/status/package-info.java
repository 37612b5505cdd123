/** The content of {@code /status} and {@code /metrics} about a connector. */
package io.headwaiter.front.status;
