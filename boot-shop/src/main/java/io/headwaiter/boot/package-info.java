/** A sample application on Spring Boot. */
package io.headwaiter.boot;
