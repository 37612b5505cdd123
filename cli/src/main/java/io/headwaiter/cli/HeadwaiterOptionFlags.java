package io.headwaiter.cli;

import io.headwaiter.front.config.HeadwaiterOption;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Gives a command one flag for each option of the connector, so that their names always agree. */
final class HeadwaiterOptionFlags {
  private HeadwaiterOptionFlags() {}

  /**
   * Adds the flags; puts the values that the user gives into {@code attributes} under the connector
   * attribute's name.
   */
  static void addTo(CommandSpec spec, Map<String, String> attributes) {
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      String value =
          option == HeadwaiterOption.ADMIN_PORT ? ServeCommand.ADMIN_PORT : option.defaultValue();
      String unset = value.isEmpty() ? "" : " Default: " + value + ".";
      OptionSpec.Builder flag =
          OptionSpec.builder(option.flag())
              .type(String.class)
              .paramLabel("VALUE")
              .description(option.meaning() + "; " + option.allowed() + "." + unset)
              .setter(into(attributes, option.optionName()));
      if (option.isSwitch()) {
        flag.arity("0..1").fallbackValue("true");
      }
      spec.addOption(flag.build());
    }
  }

  private static ISetter into(Map<String, String> attributes, String name) {
    return new ISetter() {
      @Override
      public <T> T set(T value) {
        if (value != null) {
          attributes.put(name, value.toString());
        }
        return null;
      }
    };
  }
}
