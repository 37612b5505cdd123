/**
 * Reads a TLS ClientHello before any cryptography: pure functions of the bytes received.
 *
 * <p>{@link io.headwaiter.core.hello.ClientHelloParser} turns bytes into a {@link
 * io.headwaiter.core.hello.ClientHello} or a named {@link io.headwaiter.core.hello.HelloDefect};
 * {@link io.headwaiter.core.hello.ResumptionClaim} names the earlier session that the client
 * <em>claims</em> to resume. Nothing here is verified: verification is done elsewhere.
 */
@NullMarked
package io.headwaiter.core.hello;

import org.jspecify.annotations.NullMarked;
