/**
 * What stands in front of any container: the options, the gate and the door, the control loop
 * between meters and gate, and the status page. A container adds its channels, meters and worker
 * queue.
 */
package io.headwaiter.front;
