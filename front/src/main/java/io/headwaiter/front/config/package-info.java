/** The options of a connector, and the settings that follow from them. */
@NullMarked
package io.headwaiter.front.config;

import org.jspecify.annotations.NullMarked;
