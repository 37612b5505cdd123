/** An annotation processor that writes the forwarding methods of the JDBC handles. */
package io.headwaiter.forwarding;
