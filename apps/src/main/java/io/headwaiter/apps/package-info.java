/** What the benchmark shops share: pages, parameters, prepared SQL and data sources. */
package io.headwaiter.apps;
