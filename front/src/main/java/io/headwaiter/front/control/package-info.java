/** The control thread: meters, controller, gate, request profile and number of workers. */
package io.headwaiter.front.control;
