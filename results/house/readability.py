"""Sentences of README and docs at a commit: python3 results/house/readability.py COMMIT"""

import re
import subprocess
import sys


def git(*words):
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def prose(text):
    """Paragraphs and list entries without code, tables, headings and link targets."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    lines = [l for l in text.split("\n") if not re.match(r"\s*(\||#|!\[)", l)]
    text = "\n".join(lines)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"`[^`]*`", "code", text)
    blocks = re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s", text)
    return [" ".join(b.split()) for b in blocks if b.strip()]


def sentences(text):
    found = []
    for block in prose(text):
        found += [s for s in re.split(r"(?<=[.!?:])\s+(?=[A-Z*`\[])", block) if len(s.split()) > 2]
    return found


commit = sys.argv[1]
pages = [p for p in git("ls-tree", "-r", "--name-only", commit).split("\n")
         if p == "README.md" or re.fullmatch(r"docs/[^/]*\.md", p)]
texts = [git("show", commit + ":" + p) for p in pages]
all_sentences = [s for t in texts for s in sentences(t)]
lengths = sorted(len(s.split()) for s in all_sentences)
clause = re.compile(r"\W*(who|what|whoever|whatever|where|of|to|against|nobody|somebody|everybody)\b", re.I)
count = len(lengths)
print("pages", len(pages), "sentences", count)
print("words a sentence: mean %.1f, median %d, 90th percentile %d" %
      (sum(lengths) / count, lengths[count // 2], lengths[count * 9 // 10]))
print("over 25 words: %.1f %%" % (100 * sum(n > 25 for n in lengths) / count))
print("begin with who, what, where, of, to, against, nobody, ...: %.1f %%" %
      (100 * sum(bool(clause.match(s)) for s in all_sentences) / count))
print("lines over 120 columns: %d" % sum(len(l) > 120 for t in texts for l in t.split("\n")))
