/**
 * The Tomcat connector: thin subclasses of Tomcat's internals, checked against 11.0.25. Code that
 * is common to all containers is in front; code that decides is in core.
 */
@NullMarked
package io.headwaiter.tomcat;

import org.jspecify.annotations.NullMarked;
