/** What the pool experiment computes from its runs: numbers in, tables and checks out. */
package io.headwaiter.lab.experiment.pools;
