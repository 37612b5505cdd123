/** The {@code headwaiter} command. Connects the modules; decides nothing itself. */
package io.headwaiter.cli;
