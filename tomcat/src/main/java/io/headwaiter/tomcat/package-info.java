/**
 * The Tomcat connector. Thin subclasses of Tomcat's internals, checked against 11.0.25, and a
 * control loop beside them; everything that decides lives in core.
 */
package io.headwaiter.tomcat;
