/** The PROXY protocol, by which a balancer tells the address of its client. */
@NullMarked
package io.headwaiter.core.proxy;

import org.jspecify.annotations.NullMarked;
