/** Says which types users may build on. */
@NullMarked
package io.headwaiter.core.api;

import org.jspecify.annotations.NullMarked;
