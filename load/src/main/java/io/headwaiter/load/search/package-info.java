/**
 * Finds the best setting by trials: a grid, then neighbours of the best; and the highest rate that
 * is sustained.
 */
package io.headwaiter.load.search;
