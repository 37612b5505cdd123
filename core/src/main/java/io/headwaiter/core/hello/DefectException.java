package io.headwaiter.core.hello;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries a defect out of nested readers. Never leaves this package. One shared instance for each
 * defect and no stack trace, because clients cause it and it must cost next to nothing.
 */
final class DefectException extends Exception {
  private static final Map<HelloDefect, DefectException> ALL = all();

  private final HelloDefect defect;

  private DefectException(HelloDefect defect) {
    super(defect.name(), null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    this.defect = defect;
  }

  static @Nullable DefectException of(HelloDefect defect) {
    return ALL.get(defect);
  }

  HelloDefect defect() {
    return defect;
  }

  private static Map<HelloDefect, DefectException> all() {
    Map<HelloDefect, DefectException> exceptions = new EnumMap<>(HelloDefect.class);
    for (HelloDefect defect : HelloDefect.values()) {
      exceptions.put(defect, new DefectException(defect));
    }
    return exceptions;
  }
}
