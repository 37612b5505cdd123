/**
 * The small event loop before the container: it reads the ClientHello, asks the gate, and hands the
 * connection in or closes it. Nothing here does cryptography, blocks, or takes more than
 * microseconds.
 */
package io.headwaiter.door;
