/** Reads a TLS ClientHello without doing any cryptography. Pure functions over bytes. */
package io.headwaiter.core.hello;
