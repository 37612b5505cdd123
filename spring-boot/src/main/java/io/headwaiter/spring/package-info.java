/**
 * The starter for Spring Boot: it replaces the HTTPS connector of the embedded Tomcat, and sets its
 * options from the properties of the application.
 */
@NullMarked
package io.headwaiter.spring;

import org.jspecify.annotations.NullMarked;
