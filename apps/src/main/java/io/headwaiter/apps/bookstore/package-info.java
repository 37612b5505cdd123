/**
 * The bookstore: a TPC-W-like shop with 14 interactions, written anew as plain servlets over JDBC;
 * and the same shop with the eight request types of A. Totok and V. Karamcheti, Optimizing
 * utilization of resource pools in web application servers (2010).
 *
 * <p>As in the auction every page, also one that writes, answers GET, and there is neither cookie
 * nor server session: the numbers of customer and cart travel as parameters, and passwords are kept
 * in clear. That is benchmark data; do not put a real password into it. Whoever knows the number of
 * a book may change its price, as in TPC-W. POST is accepted everywhere too.
 */
package io.headwaiter.apps.bookstore;
