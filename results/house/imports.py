"""Packages of a part of the product, and which uses which, at a commit: imports.py COMMIT"""

import re
import subprocess
import sys

PARTS = {
    "core.pool": "core/src/main/java/io/headwaiter/core/pool/",
    "front": "front/src/main/java/io/headwaiter/front/",
    "jdbc": "jdbc/src/main/java/io/headwaiter/jdbc/",
    "door": "door/src/main/java/io/headwaiter/door/",
}


def git(*words):
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def strip(source):
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.S)
    source = re.sub(r"//.*", "", source)
    return re.sub(r'"(?:\\.|[^"\\])*"', '""', source)


def floors(arrows, rooms):
    """Length of the longest way through the rooms; a circle counts as one floor."""
    memo = {}

    def height(room, path):
        if room in path:
            return 0
        if room not in memo:
            memo[room] = 1 + max([height(r, path | {room}) for r in arrows[room]], default=0)
        return memo[room]

    return max(height(r, frozenset()) for r in rooms)


def circles(arrows):
    """Pairs of rooms that use each other, also by way of others."""
    def reach(start):
        seen, todo = set(), list(arrows[start])
        while todo:
            r = todo.pop()
            if r not in seen:
                seen.add(r)
                todo += arrows[r]
        return seen
    reached = {r: reach(r) for r in arrows}
    return sum(1 for a in arrows for b in reached[a] if a < b and a in reached[b])


def look(commit, prefix):
    files = [f for f in git("ls-tree", "-r", "--name-only", commit, "--", prefix).split("\n")
             if f.endswith(".java") and "package-info" not in f]
    name = {f: f.rsplit("/", 1)[1][:-5] for f in files}
    package = {f: f[len(prefix):].rpartition("/")[0] or "." for f in files}
    text = {f: strip(git("show", commit + ":" + f)) for f in files}
    classes = {f: [g for g in files if g != f and re.search(r"\b%s\b" % name[g], text[f])]
               for f in files}
    rooms = sorted(set(package.values()))
    between = {p: sorted({package[g] for f in files if package[f] == p for g in classes[f]} - {p})
               for p in rooms}
    largest = max(rooms, key=lambda p: sum(package[f] == p for f in files))
    inside = {f: [g for g in classes[f] if package[g] == largest]
              for f in files if package[f] == largest}
    print("%d classes in %d packages; between packages %d arrows, %d floors, %d circles" %
          (len(files), len(rooms), sum(map(len, between.values())), floors(between, rooms),
           circles(between)))
    print("   largest package %s: %d classes, %d arrows" %
          (largest, len(inside), sum(map(len, inside.values()))))
    for room in rooms:
        if between[room]:
            print("   %s -> %s" % (room, ", ".join(between[room])))


for part, prefix in PARTS.items():
    print(part + ": ", end="")
    look(sys.argv[1], prefix)
