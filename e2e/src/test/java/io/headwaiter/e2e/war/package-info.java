/** An application of somebody else, which a test packs into a WAR. */
package io.headwaiter.e2e.war;
