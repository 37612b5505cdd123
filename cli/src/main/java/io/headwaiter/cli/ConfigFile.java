package io.headwaiter.cli;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Flags from a file, {@code --config FILE}: a line {@code adminPort=9180} in it is the flag {@code
 * --admin-port=9180}. A flag on the command line goes before the file.
 */
final class ConfigFile {
  /** The flag that names the file. */
  static final String FLAG = "--config";

  private final CommandSpec spec;
  private final Path file;

  private ConfigFile(CommandSpec spec, Path file) {
    this.spec = spec;
    this.file = file;
  }

  /** Gives a command the flag, which {@link #expand} has followed before the command sees it. */
  static void addTo(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder(FLAG)
            .type(Path.class)
            .paramLabel("FILE")
            .description(
                "Options from a file with lines like adminPort=9180; those on the command line go"
                    + " first.")
            .build());
  }

  /**
   * Returns the arguments and, behind them, those flags of the file that are not among them. Does
   * nothing for a command without the flag.
   *
   * @throws IOException with a sentence if the file cannot be read, or names what is no option; the
   *     sentence shows no value, which may be a password
   */
  static String[] expand(CommandLine main, String... arguments) throws IOException {
    CommandLine command = arguments.length == 0 ? null : main.getSubcommands().get(arguments[0]);
    Path named = file(arguments);
    if (command == null || command.getCommandSpec().findOption(FLAG) == null || named == null) {
      return arguments;
    }
    return new ConfigFile(command.getCommandSpec(), named).addTo(arguments);
  }

  private String[] addTo(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    Properties properties = read();
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      String flag = flag(name);
      if (!isGiven(arguments, flag)) {
        all.add(flag + "=" + properties.getProperty(name));
      }
    }
    return all.toArray(String[]::new);
  }

  private static Path file(String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith(FLAG + "=")) {
        return Path.of(arguments[i].substring(FLAG.length() + 1));
      }
      if (arguments[i].equals(FLAG) && i + 1 < arguments.length) {
        return Path.of(arguments[i + 1]);
      }
    }
    return null;
  }

  private Properties read() throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file, StandardCharsets.UTF_8)));
    } catch (NoSuchFileException e) {
      throw new IOException("There is no file " + file + ", which --config names.", e);
    } catch (MalformedInputException | IllegalArgumentException e) {
      throw new IOException(
          file + " is no properties file in UTF-8, with lines like adminPort=9180.", e);
    } catch (IOException e) {
      throw new IOException(file + ", which --config names, cannot be read: " + e.getMessage(), e);
    }
    return properties;
  }

  /** Returns the flag of a name, which may also be written as a flag, with or without dashes. */
  private String flag(String name) throws IOException {
    String words = name.replaceFirst("^-+", "").replaceAll("([A-Z])", "-$1");
    String flag = "--" + words.toLowerCase(Locale.ROOT);
    if (flag.equals(FLAG)) {
      throw new IOException(file + " names another file in " + name + ". Put all into one.");
    }
    if (spec.findOption(flag) == null) {
      throw new IOException(
          "%s sets %s, which is no option of %s. The names are those of the flags in ./headwaiter %s --help all, as adminPort for --admin-port."
              .formatted(file, name, spec.name(), spec.name()));
    }
    return flag;
  }

  private static boolean isGiven(String[] arguments, String flag) {
    for (String argument : arguments) {
      if (argument.equals(flag) || argument.startsWith(flag + "=")) {
        return true;
      }
    }
    return false;
  }
}
