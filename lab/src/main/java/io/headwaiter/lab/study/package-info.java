/**
 * The experiments as data: question, servers, loads, times, columns and claims, one file for each.
 */
package io.headwaiter.lab.study;
