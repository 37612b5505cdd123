/**
 * What keeping a database connection for a whole request gains and costs, as plain figures: numbers
 * in, tables and checks out. Servers and loads are the business of the package above.
 */
package io.headwaiter.lab.experiment.caching;
