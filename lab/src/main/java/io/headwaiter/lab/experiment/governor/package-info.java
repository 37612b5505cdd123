/** Parts of the experiment about the governor that are no grid of cells. */
package io.headwaiter.lab.experiment.governor;
