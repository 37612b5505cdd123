/** The queue of work in front of the workers, and work of visits over their account. */
package io.headwaiter.front.work;
