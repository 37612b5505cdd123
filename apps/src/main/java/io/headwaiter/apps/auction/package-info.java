/**
 * The auction: an auction site with the 27 interactions, the schema and the sizes of RUBiS (E.
 * Cecchet, J. Marguerite, W. Zwaenepoel; Rice University, 2002), rewritten as plain servlets over
 * JDBC.
 *
 * <p>As in RUBiS, every page answers GET, including one that writes, and there is neither cookie
 * nor server session: nickname and password travel as parameters and are stored in clear. They are
 * benchmark data; do not enter a real password. POST is accepted everywhere, too.
 */
package io.headwaiter.apps.auction;
