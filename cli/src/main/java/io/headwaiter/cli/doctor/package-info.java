/** Checks of a machine, a Tomcat and a running server, for {@code headwaiter doctor}. */
package io.headwaiter.cli.doctor;
