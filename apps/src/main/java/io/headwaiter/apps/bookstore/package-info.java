/**
 * The bookstore: a TPC-W-like shop with 14 interactions, rewritten as plain servlets over JDBC; and
 * the same shop with the eight request types of A. Totok and V. Karamcheti, Optimizing utilization
 * of resource pools in web application servers (2010).
 *
 * <p>As in the auction, every page answers GET, including one that writes, and there is neither
 * cookie nor server session: the numbers of customer and cart travel as parameters, and passwords
 * are stored in clear. They are benchmark data; do not enter a real password. Every client may
 * change the price of a book, as in TPC-W. POST is accepted everywhere, too.
 */
package io.headwaiter.apps.bookstore;
