/**
 * A trace of a server: what each worker, connection and database connection did when, and its files
 * for Paraver, Perfetto and a browser. Plain data; nothing here measures.
 */
package io.headwaiter.trace;
