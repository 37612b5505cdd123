/** The queue of work in front of the workers, and work of visits over their account. */
@NullMarked
package io.headwaiter.front.work;

import org.jspecify.annotations.NullMarked;
