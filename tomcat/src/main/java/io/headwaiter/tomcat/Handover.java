package io.headwaiter.tomcat;

import io.headwaiter.core.admission.Decision.Entry;
import java.nio.ByteBuffer;

/**
 * What the door passes on with a connection. Lives for one call on the door's thread.
 *
 * @param entry as what it was let in; null if it was refused, and gets a courtesy page
 */
record Handover(ByteBuffer received, Entry entry) {}
