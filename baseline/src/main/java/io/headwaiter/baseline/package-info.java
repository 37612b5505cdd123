/**
 * The servers that Headwaiter is compared with: embedded Tomcat, unchanged. Imports nothing of
 * Headwaiter.
 */
package io.headwaiter.baseline;
