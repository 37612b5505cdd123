/** Measures the cells of an experiment, one after the other, and keeps what was observed. */
package io.headwaiter.lab.run;
