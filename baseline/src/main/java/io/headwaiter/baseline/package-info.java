/**
 * The servers that Headwaiter is compared with: embedded Tomcat, unchanged. Imports of Headwaiter
 * only the stages of a connection.
 */
package io.headwaiter.baseline;
