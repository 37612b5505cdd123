/**
 * A house that breaks every rule, so that the rules can be seen to work. Nothing here ever runs.
 */
package io.headwaiter.e2e.rules.badhouse;
