/** Rules of architecture and size, which the tests of each module check. */
package io.headwaiter.rules;
