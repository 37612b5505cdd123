package io.headwaiter.load.results;

/**
 * TLS handshakes that ended in the window.
 *
 * @param full finished, with certificate
 * @param resumed finished, from an earlier session
 * @param failed refused, timed out or broken before they were finished
 */
public record Handshakes(long full, long resumed, long failed) {}
