/** Handshakes, turns and requests: what they use, and whose visit they belong to. */
package io.headwaiter.front.request;
