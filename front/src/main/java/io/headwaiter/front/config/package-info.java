/** The options of a connector, and the settings that follow from them. */
package io.headwaiter.front.config;
