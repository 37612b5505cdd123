/** The common parts of the benchmark shops: pages, parameters, prepared SQL and data sources. */
package io.headwaiter.apps;
