/** A third-party application, which a test packs into a WAR. */
package io.headwaiter.e2e.war;
