package io.headwaiter.lab.abuse;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an attack did.
 *
 * @param connections connections begun
 * @param entered of these, handshakes that were finished, or hellos that were answered
 * @param resumed of these, handshakes that resumed; hellos without an engine do not know
 * @param answers replies read, or streams that ended
 * @param ended connections that the server ended or refused
 */
public record Tally(long connections, long entered, long resumed, long answers, long ended) {
  /** No attack. */
  public static final Tally NONE = new Tally(0, 0, 0, 0, 0);

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("connections", connections);
    raw.put("entered", entered);
    raw.put("resumed", resumed);
    raw.put("answers", answers);
    raw.put("ended", ended);
    return raw;
  }
}
