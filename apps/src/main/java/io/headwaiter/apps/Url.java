package io.headwaiter.apps;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A link inside the shop: a path and percent-encoded parameters, in the order given. Immutable. */
public final class Url {
  private final String value;

  private Url(String value) {
    this.value = value;
  }

  /**
   * Returns a link without parameters to a path of the web application, which starts with a slash.
   */
  public static Url of(String path) {
    return new Url(path);
  }

  /** Returns this link with one more parameter. */
  public Url with(String name, Object parameter) {
    char joint = value.indexOf('?') < 0 ? '?' : '&';
    String encoded = URLEncoder.encode(String.valueOf(parameter), StandardCharsets.UTF_8);
    return new Url(value + joint + name + '=' + encoded);
  }

  @Override
  public String toString() {
    return value;
  }
}
