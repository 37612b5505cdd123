/** What the time of a connection goes to, as stages that follow each other. */
@NullMarked
package io.headwaiter.core.trace;

import org.jspecify.annotations.NullMarked;
