/** Numbers and tables for readers. */
package io.headwaiter.load.text;
