/**
 * Private database servers for tests and experiments: PostgreSQL and MariaDB from the system's
 * packages, each in a folder of its own. They end with the process that started them.
 */
package io.headwaiter.lab.database;
