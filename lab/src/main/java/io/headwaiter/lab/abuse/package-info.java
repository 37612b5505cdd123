/**
 * Attack programs for the experiment about abuse. Each is bounded in time and number, talks to
 * servers on the loopback address only, and ends by itself.
 */
package io.headwaiter.lab.abuse;
