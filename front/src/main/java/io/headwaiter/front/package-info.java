/**
 * The container-independent part in front of a servlet container: options, gate, door, the control
 * loop between meters and gate, and the status page. Each container adds its channels, meters and
 * worker queue.
 */
@NullMarked
package io.headwaiter.front;

import org.jspecify.annotations.NullMarked;
