/**
 * Experiments: servers as processes of their own, loads one after another, figures with intervals,
 * checks.
 */
package io.headwaiter.lab.experiment;
