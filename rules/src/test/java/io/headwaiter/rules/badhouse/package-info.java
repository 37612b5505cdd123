/** Packages that break every rule, so that tests can see the rules fail. This code never runs. */
package io.headwaiter.rules.badhouse;
