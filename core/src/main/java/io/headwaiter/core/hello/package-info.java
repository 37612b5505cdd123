/**
 * Reads a TLS ClientHello before any cryptography is paid for: pure functions of the bytes
 * received.
 *
 * <p>{@link io.headwaiter.core.hello.ClientHelloParser} turns bytes into a {@link
 * io.headwaiter.core.hello.ClientHello} or a named {@link io.headwaiter.core.hello.HelloDefect};
 * {@link io.headwaiter.core.hello.ResumptionClaim} says which earlier session the client
 * <em>claims</em> to resume. Nothing here is evidence: a claim is checked elsewhere.
 */
package io.headwaiter.core.hello;
