/** An application, which a test packs into a WAR. */
package io.headwaiter.dist.war;
