/** Says which types users may build on. */
package io.headwaiter.core.api;
