/** Drives any HTTPS server with the customers that {@code lab.workload} describes. */
package io.headwaiter.lab.load;
