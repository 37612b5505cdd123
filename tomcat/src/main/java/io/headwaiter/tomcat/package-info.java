/**
 * The Tomcat connector. Thin subclasses of Tomcat's internals, checked against 11.0.25; what is the
 * same before every container lives in front, everything that decides in core.
 */
package io.headwaiter.tomcat;
