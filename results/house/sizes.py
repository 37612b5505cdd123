"""Sizes of the product modules at a commit: python3 results/house/sizes.py COMMIT

Lines of files, the share of lines that are comments, and lines of the bodies of methods,
by counting braces in sources without comments and texts.
"""

import io
import re
import subprocess
import sys
import tarfile

MODULES = ["core", "door", "tls", "front", "tomcat", "jetty", "telemetry", "jdbc", "forwarding"]
HEAD = re.compile(
    r"^ {2,6}(?!return|throw|new|else|if|for|while|switch|try|catch|do)[\w<>\[\],.? @&]+\([^;{}]*\)[^;{}]*\{",
    re.M)


def strip(source):
    source = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', source)
    source = re.sub(r"'(?:\\.|[^'\\])'", "' '", source)
    source = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), source, flags=re.S)
    return re.sub(r"//[^\n]*", "", source)


def bodies(source):
    for head in HEAD.finditer(source):
        depth, at = 0, head.end() - 1
        while at < len(source):
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
            if depth == 0:
                break
        yield source.count("\n", head.end() - 1, at) + 1


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else 0


def comments(source):
    inside = count = 0
    for line in source.split("\n"):
        text = line.strip()
        if inside or text.startswith(("//", "/*")):
            count += 1
        if "/*" in text:
            inside = 1
        if "*/" in text:
            inside = 0
    return count


archive = subprocess.run(["git", "archive", sys.argv[1]], capture_output=True, check=True).stdout
files = {}
with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
    for member in tar:
        if "/src/main/java/" in member.name and member.name.endswith(".java") \
                and not member.name.endswith("package-info.java"):
            files[member.name] = tar.extractfile(member).read().decode()
print("module      files   lines  comments  file p50/p90/max  methods  method p50/p90/p99/max")
for module in MODULES + ["all"]:
    mine = [t for n, t in files.items()
            if n.startswith(module + "/") or module == "all" and n.split("/")[0] in MODULES]
    if not mine:
        continue
    lines = [t.count("\n") for t in mine]
    methods = [b for t in mine for b in bodies(strip(t))]
    print("%-11s %5d  %6d      %3d %%  %16s  %7d  %s" % (
        module, len(mine), sum(lines), 100 * sum(map(comments, mine)) // sum(lines),
        "%d/%d/%d" % (percentile(lines, .5), percentile(lines, .9), max(lines)), len(methods),
        "/".join(str(percentile(methods, p)) for p in (.5, .9, .99, 1))))
