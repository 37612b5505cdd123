/** Measures the cells of declared experiments on real servers. */
package io.headwaiter.lab.bench;
