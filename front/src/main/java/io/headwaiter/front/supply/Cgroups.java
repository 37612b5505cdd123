package io.headwaiter.front.supply;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the control groups of this process, by {@code /proc/self/mountinfo} and {@code
 * /proc/self/cgroup}. Version 1 has a tree for each controller, or for several; version 2 has one;
 * hosts with both keep the controllers in either.
 */
final class Cgroups {
  /** The most nested groups that are read; Kubernetes has five. */
  static final int DEPTH_MAX = 32;

  private static final String V2 = "cgroup2";
  private static final String V1 = "cgroup";

  private final String mounts;
  private final String membership;

  /**
   * Creates an instance from both texts.
   *
   * @param mounts of {@code mountinfo}
   * @param membership of {@code cgroup}
   */
  Cgroups(String mounts, String membership) {
    this.mounts = mounts;
    this.membership = membership;
  }

  /**
   * Returns the group in the tree of version 2 and its ancestors; empty if there is no such tree.
   */
  List<Path> unified() {
    return chain("", V2);
  }

  /**
   * Returns the group in the tree of a controller of version 1 and its ancestors; empty if there is
   * no such tree.
   *
   * @param controller {@code cpu}, {@code cpuacct} or {@code cpuset}
   */
  List<Path> of(String controller) {
    return chain(controller, V1);
  }

  /** Returns whether the process is in groups of the same name in the trees of two controllers. */
  boolean together(String controller, String other) {
    return group(controller).isPresent() && group(controller).equals(group(other));
  }

  private List<Path> chain(String controller, String type) {
    List<Path> chain = new ArrayList<>();
    Optional<String> group = group(controller);
    Optional<Mount> mount = mount(controller, type);
    if (group.isEmpty() || mount.isEmpty()) {
      return chain;
    }
    Path top = Path.of(mount.get().point());
    Path at = top.resolve(below(mount.get().root(), group.get())).normalize();
    if (!at.startsWith(top)) {
      at = top; // a group outside of what a container shows of the tree
    }
    while (at.startsWith(top) && chain.size() < DEPTH_MAX) {
      chain.add(at);
      at = at.getParent();
      if (at == null) {
        break;
      }
    }
    return chain;
  }

  /** Returns the part of a group's path below the root of a mount. */
  private static String below(String root, String group) {
    if (root.equals("/")) {
      return group.substring(1);
    }
    if (group.equals(root) || !group.startsWith(root + "/")) {
      return "";
    }
    return group.substring(root.length() + 1);
  }

  /** Returns the group's path in the tree: lines are {@code number:controllers:path}. */
  private Optional<String> group(String controller) {
    return membership
        .lines()
        .map(line -> line.split(":", 3))
        .filter(part -> part.length == 3 && part[2].startsWith("/"))
        .filter(part -> names(part[1], controller))
        .map(part -> part[2])
        .findFirst();
  }

  /**
   * Returns the mount of a tree: lines are {@code id parent device root point options [optional] -
   * type source options}.
   */
  private Optional<Mount> mount(String controller, String type) {
    return mounts
        .lines()
        .map(Mount::parse)
        .flatMap(Optional::stream)
        .filter(mount -> mount.type().equals(type))
        .filter(mount -> controller.isEmpty() || names(mount.options(), controller))
        .findFirst();
  }

  private static boolean names(String list, String controller) {
    return controller.isEmpty()
        ? list.isEmpty()
        : Arrays.asList(list.split(",", -1)).contains(controller);
  }

  private record Mount(String root, String point, String type, String options) {
    private static final int ROOT = 3;
    private static final int POINT = 4;
    private static final int BEFORE_MIN = 6;
    private static final int AFTER_MIN = 3;

    static Optional<Mount> parse(String line) {
      int dash = line.indexOf(" - ");
      if (dash < 0) {
        return Optional.empty();
      }
      String[] before = line.substring(0, dash).split(" ", -1);
      String[] after = line.substring(dash + 3).split(" ", -1);
      if (before.length < BEFORE_MIN
          || after.length < AFTER_MIN
          || !before[ROOT].startsWith("/")
          || !before[POINT].startsWith("/")) {
        return Optional.empty();
      }
      return Optional.of(
          new Mount(unescaped(before[ROOT]), unescaped(before[POINT]), after[0], after[2]));
    }

    /** Decodes blanks, tabs, line ends and backslashes, which are written as three octal digits. */
    private static String unescaped(String name) {
      return name.replace("\\040", " ")
          .replace("\\011", "\t")
          .replace("\\012", "\n")
          .replace("\\134", "\\");
    }
  }
}
