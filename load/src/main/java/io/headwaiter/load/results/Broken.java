package io.headwaiter.load.results;

/**
 * Admitted sessions that broke, by whether their visits resume TLS sessions.
 *
 * @param all every visit
 * @param resuming visits that resume their TLS session
 * @param notResuming visits that make a full handshake on every connection
 */
public record Broken(BrokenReasons all, BrokenReasons resuming, BrokenReasons notResuming) {}
