/**
 * Turns run figures into charts, tables and pages. No code here measures, reads a clock or opens a
 * socket.
 */
package io.headwaiter.lab.report;
