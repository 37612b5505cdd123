/** Drives any HTTPS server with the customers that {@code load.workload} describes. */
package io.headwaiter.load;
