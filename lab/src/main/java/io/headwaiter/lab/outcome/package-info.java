/** What an experiment says and how it is written: checks, tables, notes and files. */
package io.headwaiter.lab.outcome;
