package io.headwaiter.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The OCSP response of a certificate, in DER, from a file that another program keeps fresh, as
 * {@code openssl ocsp -respout} writes it. The file may appear, change and disappear. Calls of
 * {@link #current} look at it once a second at most. Invalid and expired responses are not
 * returned.
 *
 * <p>Thread-safe.
 */
public final class OcspFile {
  private static final System.Logger LOG = System.getLogger(OcspFile.class.getName());
  private static final long LOOK_MILLIS = 1000;
  private static final long BYTES_MAX = 65_536;
  private static final Content NONE = new Content(null, null, Instant.MIN);

  @SuppressWarnings("ArrayRecordComponent")
  private record Content(
      @Nullable FileTime modified, byte @Nullable [] response, Instant goodUntil) {}

  private final Path file;
  private final LongSupplier clockMillis;
  private final AtomicLong nextLookMillis = new AtomicLong(Long.MIN_VALUE);
  private volatile Content content = NONE;

  /**
   * Takes a file, which need not exist yet.
   *
   * @param clockMillis milliseconds since the epoch
   */
  public OcspFile(Path file, LongSupplier clockMillis) {
    this.file = file;
    this.clockMillis = clockMillis;
  }

  /** Returns the response to staple now, if any; the array is shared and must not be changed. */
  public Optional<byte[]> current() {
    long now = clockMillis.getAsLong();
    long next = nextLookMillis.get();
    // Two pauses before the next look, which no other thread can cause: the clock was set back.
    boolean isTime = now >= next || now + 2 * LOOK_MILLIS < next;
    if (isTime && nextLookMillis.compareAndSet(next, now + LOOK_MILLIS)) {
      look();
    }
    Content c = content;
    return c.response() != null && Instant.ofEpochMilli(now).isBefore(c.goodUntil())
        ? Optional.of(c.response())
        : Optional.empty();
  }

  private void look() {
    try {
      FileTime modified = Files.getLastModifiedTime(file);
      if (!modified.equals(content.modified())) {
        content = read(modified);
      }
    } catch (NoSuchFileException e) {
      content = NONE;
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "No OCSP response is stapled: " + file, e);
      content = NONE;
    }
  }

  private Content read(FileTime modified) throws IOException {
    if (Files.size(file) > BYTES_MAX) {
      return wrong(modified, "it has more than " + BYTES_MAX + " bytes");
    }
    byte[] response = Files.readAllBytes(file);
    try {
      Instant until = OcspResponse.goodUntil(response);
      LOG.log(System.Logger.Level.INFO, "OCSP response {0}, good until {1}", file, until);
      return new Content(modified, response, until);
    } catch (IllegalArgumentException e) {
      return wrong(modified, e.toString());
    }
  }

  private Content wrong(FileTime modified, String why) {
    LOG.log(
        System.Logger.Level.ERROR,
        "The file {0} is no OCSP response in DER ({1}); none is stapled. Write it as \"openssl ocsp -respout\" does.",
        file,
        why);
    return new Content(modified, null, Instant.MIN);
  }
}
