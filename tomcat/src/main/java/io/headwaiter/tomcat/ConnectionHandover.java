package io.headwaiter.tomcat;

import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.session.OpenConnection;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The data that the door passes on with a connection. Used within one call on the door's thread, or
 * on the starting thread during the warm-up.
 *
 * @param admitted how it was admitted; null if it gets a courtesy page or is of the warm-up
 * @param connection the watched connection; null if {@code admitted} is null
 * @param mustResume whether the handshake must resume or fail: it was admitted as a resumption, and
 *     another new visit would not be admitted
 */
record ConnectionHandover(
    ByteBuffer received,
    @Nullable AdmittedConnection admitted,
    @Nullable OpenConnection connection,
    boolean mustResume) {}
