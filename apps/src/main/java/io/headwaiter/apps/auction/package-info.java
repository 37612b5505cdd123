/**
 * The auction: an auction site with the 27 interactions, the schema and the sizes of RUBiS (E.
 * Cecchet, J. Marguerite, W. Zwaenepoel; Rice University, 2002), written anew as plain servlets
 * over JDBC.
 *
 * <p>As in RUBiS every page, also one that writes, answers GET, and there is neither cookie nor
 * server session: nickname and password travel as parameters and are kept in clear. That is
 * benchmark data; do not put a real password into it. POST is accepted everywhere too.
 */
package io.headwaiter.apps.auction;
