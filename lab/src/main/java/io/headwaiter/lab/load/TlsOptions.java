package io.headwaiter.lab.load;

/**
 * The TLS behaviour of the customers.
 *
 * @param versions protocol versions offered
 * @param resumeShare probability that a visit resumes its own TLS session on later connections
 */
public record TlsOptions(TlsVersions versions, double resumeShare) {}
