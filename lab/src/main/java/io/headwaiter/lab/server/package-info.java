/**
 * Servers and proxies as processes of their own, and what their control and admin ports are asked.
 */
package io.headwaiter.lab.server;
