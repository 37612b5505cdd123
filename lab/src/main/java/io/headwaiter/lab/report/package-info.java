/**
 * Charts, tables and pages: run figures in, text out. Nothing here measures, reads a clock or opens
 * a socket.
 */
package io.headwaiter.lab.report;
