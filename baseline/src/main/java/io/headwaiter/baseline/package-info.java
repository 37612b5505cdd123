/**
 * Embedded Tomcat as it comes: the servers that Headwaiter is compared with. Imports nothing of
 * Headwaiter.
 */
package io.headwaiter.baseline;
