/** The figures of a connector for JMX. */
@NullMarked
package io.headwaiter.jmx;

import org.jspecify.annotations.NullMarked;
