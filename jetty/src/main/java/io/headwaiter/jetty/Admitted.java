package io.headwaiter.jetty;

import java.nio.ByteBuffer;

/**
 * What goes with a connection from the door to Jetty.
 *
 * @param received every byte that was read from it, a copy
 * @param handshake measures its handshake
 */
record Admitted(ByteBuffer received, HandshakeMeter handshake) {}
