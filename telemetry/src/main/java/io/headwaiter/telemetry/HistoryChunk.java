package io.headwaiter.telemetry;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A limited number of history rows, each written once and never changed. A column that is constant
 * within the chunk takes one number, any other one an array.
 *
 * <p>One thread writes; any thread may read rows below {@link #rows}, without a lock: a row is
 * complete before it is counted, and an array is filled before it is published.
 */
final class HistoryChunk {
  private final long number;
  private final long[] nanos;
  private final long[] epochMillis;
  private final float[] first;
  private final AtomicReferenceArray<float[]> varying;
  private volatile int rows;

  /**
   * @param number number of the chunk, from 0
   */
  HistoryChunk(long number, int rowsMax, int columns) {
    this.number = number;
    this.nanos = new long[rowsMax];
    this.epochMillis = new long[rowsMax];
    this.first = new float[columns];
    this.varying = new AtomicReferenceArray<>(columns);
  }

  boolean isFull() {
    return rows == nanos.length;
  }

  /** Adds a row; the chunk must not be full. */
  void add(long nowNanos, long wallMillis, double[] values) {
    int row = rows;
    nanos[row] = nowNanos;
    epochMillis[row] = wallMillis;
    for (int column = 0; column < first.length; column++) {
      put(row, column, (float) values[column]);
    }
    rows = row + 1;
  }

  private void put(int row, int column, float value) {
    if (row == 0) {
      first[column] = value;
      return;
    }
    float[] array = varying.getPlain(column);
    if (array != null) {
      array[row] = value;
    } else if (Float.floatToIntBits(value) != Float.floatToIntBits(first[column])) {
      array = new float[nanos.length];
      for (int i = 0; i < row; i++) {
        array[i] = first[column];
      }
      array[row] = value;
      varying.setRelease(column, array);
    }
  }

  long number() {
    return number;
  }

  /** Returns how many rows may be read. */
  int rows() {
    return rows;
  }

  long nanos(int row) {
    return nanos[row];
  }

  long epochMillis(int row) {
    return epochMillis[row];
  }

  float value(int row, int column) {
    float[] array = varying.getAcquire(column);
    return array == null ? first[column] : array[row];
  }
}
