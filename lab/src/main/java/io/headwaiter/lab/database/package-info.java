/**
 * Private database servers for tests and experiments: PostgreSQL and MariaDB from the system's
 * packages, each in a folder of its own, gone with the process that started it.
 */
package io.headwaiter.lab.database;
