/** The control thread: meters, controller, gate, request profile and number of workers. */
@NullMarked
package io.headwaiter.front.control;

import org.jspecify.annotations.NullMarked;
