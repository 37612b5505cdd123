package io.headwaiter.core.hello;

/**
 * Limits on the bytes and records that a client may send up to the end of the ClientHello.
 *
 * @param helloBytesMax the most bytes, including record headers, that a hello may occupy on the
 *     connection; 1,024 to 65,536. JSSE stops at 32 KiB, and real hellos need 0.2 to 2 KiB.
 * @param recordsMax the most TLS records that a hello may be spread over; 1 to 1,024
 */
public record HelloLimits(int helloBytesMax, int recordsMax) {
  /** 32 KiB in at most 64 records. */
  public static final HelloLimits DEFAULT = new HelloLimits(32 * 1024, 64);

  private static final int BYTES_LEAST = 1024;
  private static final int BYTES_MOST = 64 * 1024;
  private static final int RECORDS_MOST = 1024;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a limit is out of its range
   */
  public HelloLimits {
    if (helloBytesMax < BYTES_LEAST || helloBytesMax > BYTES_MOST) {
      throw new IllegalArgumentException(
          "helloBytesMax must be %d to %d bytes, got %d"
              .formatted(BYTES_LEAST, BYTES_MOST, helloBytesMax));
    }
    if (recordsMax < 1 || recordsMax > RECORDS_MOST) {
      throw new IllegalArgumentException(
          "recordsMax must be 1 to %d records, got %d".formatted(RECORDS_MOST, recordsMax));
    }
  }
}
