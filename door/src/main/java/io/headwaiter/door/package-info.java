/**
 * The small event loop before the container: it reads the ClientHello, asks the gate, and admits or
 * closes the connection. The door's thread takes part in no handshake, does not block, and takes
 * only microseconds for a step. Its only cryptography is the hashing and quick verification of
 * tickets.
 */
@NullMarked
package io.headwaiter.door;

import org.jspecify.annotations.NullMarked;
