package io.headwaiter.tuning.mix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;

/** Reads the mix of a running server. */
public final class LiveMix {
  private static final int TIMEOUT_MILLIS = 5000;

  private LiveMix() {}

  /**
   * Returns the mix of a server's recent requests.
   *
   * @param admin its admin endpoint, such as http://127.0.0.1:9180/
   * @throws IOException with a sentence when it does not answer, requires another token, or has no
   *     profile
   */
  public static RecordedMix read(URI admin) throws IOException {
    try {
      byte[] status = AdminRequest.get(admin.resolve("/status"), TIMEOUT_MILLIS);
      return RecordedMix.ofStatus(admin.toString(), new ObjectMapper().readTree(status));
    } catch (JsonProcessingException e) {
      throw new IOException(admin + " does not answer /status with JSON.", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(admin + " does not answer (" + e.getMessage() + ").", e);
    }
  }
}
