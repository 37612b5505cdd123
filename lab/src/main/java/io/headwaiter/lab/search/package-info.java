/**
 * Finds the best setting of something by trying: a grid, then neighbours until the best is inside.
 */
package io.headwaiter.lab.search;
