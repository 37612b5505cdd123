/**
 * The supplier: a business-to-business shop like that of the benchmark TPC-App, written anew as
 * plain servlets over JDBC. Clients are programs: they send JSON, or XML in an envelope as of SOAP
 * 1.1, by POST, and get the same back. Payment and shipment are services of their own, in the same
 * process or elsewhere over TLS.
 *
 * <p>Passwords are stored in clear, and every client may change an item. This is benchmark data; do
 * not enter a real password or card number.
 */
package io.headwaiter.apps.supplier;
