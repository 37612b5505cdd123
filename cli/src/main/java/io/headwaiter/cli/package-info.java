/** The {@code headwaiter} command. Wires the rooms together; decides nothing itself. */
package io.headwaiter.cli;
