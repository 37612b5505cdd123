package io.headwaiter.tuning;

import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The file that {@code tune pools} writes and {@code serve --pools} reads.
 *
 * @param command command that made the file
 * @param stopped why no more sizes were profiled, in words; null in files of older versions
 * @param chosen the best sizes and their rate, for the mix of the profile
 * @param profile profile to size by
 */
public record TunedPools(String command, String stopped, SustainableRate chosen, Profile profile) {
  /**
   * Writes the file as JSON, completely or not at all.
   *
   * @throws IOException when the folder is missing or not writable
   */
  public void write(Path file) throws IOException {
    JsonFiles.write(this, file);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException with a sentence when it cannot be read
   */
  public static TunedPools read(Path file) throws IOException {
    TunedPools pools = JsonFiles.read(TunedPools.class, file, "a profile of pools");
    if (pools.profile == null || pools.chosen == null) {
      throw new IOException(
          file
              + " is no profile of pools: it has no profile. Make one with headwaiter tune pools.");
    }
    return pools;
  }
}
