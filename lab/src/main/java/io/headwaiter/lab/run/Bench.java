package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Observation;
import java.io.IOException;

/** Where cells are measured. Belongs to one thread. */
public interface Bench {
  /**
   * Measures a cell.
   *
   * @param attempt from 1
   * @throws IOException if a server does not come up or ends
   */
  Observation measure(Cell cell, int attempt) throws IOException, InterruptedException;
}
