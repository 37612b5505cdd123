/** Two shops that share a processor, which moves between them. */
package io.headwaiter.lab.experiment.provisioning;
