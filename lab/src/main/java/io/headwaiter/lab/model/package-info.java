/**
 * What an experiment is and what it says: pure data and arithmetic, without files, processes or
 * clocks.
 */
package io.headwaiter.lab.model;
