/** What the machine is, gives and takes: processors, control groups, clocks and memory. */
package io.headwaiter.lab.host;
