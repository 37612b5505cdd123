package io.headwaiter.tomcat;

import io.headwaiter.door.Admission;
import io.headwaiter.front.OpenConnection;
import java.nio.ByteBuffer;

/**
 * What the door passes on with a connection. Lives for one call on the door's thread.
 *
 * @param admission as what it was let in; null if it was refused, and gets a courtesy page
 * @param connection what the watch knows of it; null if its admission is
 * @param mustResume whether its handshake must resume or fail: it was let in as resumed, and for
 *     another new visit there is no room
 */
record Handover(
    ByteBuffer received, Admission admission, OpenConnection connection, boolean mustResume) {}
