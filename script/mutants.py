#!/usr/bin/env python3
"""Changes this project's sources in one place at a time, and counts the changes that the changed target's own tests notice.

    script/soak --mutants COUNT [SEED] [TARGET...]

A mutant is a changed comparison, bound, sign, constant or condition, a dropped statement, or two swapped arguments. All
mutants are in one build of a copy of the sources: each place asks at run time whether its mutant is the one to be active
(MODGAUGE_MUTANT). Places that do not compile are dropped. The seed and the text of a line decide whether it is changed,
and how, so that an edit elsewhere changes no other mutant. Targets are drawn in proportion to their lines; of targets that are
named, COUNT changes of each, or as many as there are.

A mutant is noticed if a test of the target's own tests fails, or they crash, or take four times as long as without it
and 20 s more. `.build/soak-mutants/results.tsv` has what was judged: what was noticed is not judged again, and what was
not noticed is judged again after an edit of the tests, or of the line. Ends with a table and the mutants that were not
noticed. Exit code 1: fewer than 90 % were noticed.

Not changed, since no test can notice it: code that only macOS compiles (`#if canImport(Darwin)`, `os(macOS)`, and files called
`+Darwin`), and the order of the arguments of `swapAt`, of the patterns of a `case`, and of a list that is only asked whether
it contains something. Constants, tie-breaks and bounds that no user would miss are changed nevertheless.

Not changed: `Workspace` and `modgauge-recorder`, whose own tests take minutes, `SymbolIndex`, which has hardly any of its
own, and `modgauge`, whose tests start the program. Left out of the tests: real builds, and pages in a browser.
"""
import collections
import concurrent.futures
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
FOLDER = os.path.join(ROOT, ".build/soak-mutants")
PACKAGE = os.path.join(FOLDER, "package")
TARGETS = [
    "ModuleGraph", "BuildAnalysis", "Foresight", "ManifestSyntax", "ImportSyntax", "Documents", "BuildTrace", "Synthesis", "Reports",
    "Configuration", "RunHistory", "GraphImages", "Platform", "BuildRunner"]
# Real builds.
SKIPPED = r"SynthesisTests\.BuildTests|BuildRunnerTests\.RealBuildsTests"
# Statements and calls that change nothing but speed, or check what the compiler cannot.
WITHOUT_EFFECT = re.compile(r"reserveCapacity|precondition|assert|fatalError|hash\(into|hasher|#if|#else|#available|@")

# Copied into each changed target.
SUPPORT = """
internal import CMutants

@inline(__always) func isMutant(_ number: Int32) -> Bool { mutant_is_active(number) }
func mutated<T>(_ number: Int32, _ own: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T) rethrows -> T {
  isMutant(number) ? try other() : try own()
}
extension BidirectionalCollection {
  func first(mutant number: Int32) -> Element? { isMutant(number) ? last : first }
  func last(mutant number: Int32) -> Element? { isMutant(number) ? first : last }
}
extension Collection {
  func dropFirst(mutant number: Int32) -> SubSequence { isMutant(number) ? dropFirst(0) : dropFirst() }
  func isEmpty(mutant number: Int32) -> Bool { isEmpty != isMutant(number) }
}
extension BidirectionalCollection {
  func dropLast(mutant number: Int32) -> SubSequence { isMutant(number) ? dropLast(0) : dropLast() }
}
extension Range {
  func lowerBound(mutant number: Int32) -> Bound { isMutant(number) ? upperBound : lowerBound }
  func upperBound(mutant number: Int32) -> Bound { isMutant(number) ? lowerBound : upperBound }
}
extension ClosedRange {
  func lowerBound(mutant number: Int32) -> Bound { isMutant(number) ? upperBound : lowerBound }
  func upperBound(mutant number: Int32) -> Bound { isMutant(number) ? lowerBound : upperBound }
}
"""
HEADER = """
#include <stdbool.h>
extern int mutant_number;
extern unsigned char mutant_reached[65536];
static inline bool mutant_is_active(int number) { mutant_reached[number] = 1; return mutant_number == number; }
"""
# Also notes the places that a run came by, with the programs that it started.
CODE = """
#include <stdio.h>
#include <stdlib.h>
#include "CMutants.h"
int mutant_number;
unsigned char mutant_reached[65536];
static void write_reached(void) {
  const char *path = getenv("MODGAUGE_REACHED");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  for (int number = 0; number < 65536; number++) if (mutant_reached[number]) fprintf(file, "%d\\n", number);
  fclose(file);
}
__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("MODGAUGE_MUTANT");
  mutant_number = number ? atoi(number) : 0;
  atexit(write_reached);
}
"""
MANIFEST = """
let judged: Set<String> = [%s]
var kept = Set(judged.map { $0 + "Tests" } + ["modgauge-recorder"])
while true {
  let more = package.targets.filter { kept.contains($0.name) }.flatMap { target in
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
  }
  if kept.isSuperset(of: more) { break }
  kept.formUnion(more)
}
package.products = []
package.targets.removeAll { !kept.contains($0.name) }
for target in package.targets where judged.contains(target.name) {
  target.dependencies.append("CMutants")
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-wmo", "-num-threads", "2", "-no-warnings-as-errors"])]
}
package.targets.append(.target(name: "CMutants"))
"""
OPTIONS = ["--package-path", PACKAGE, "--scratch-path", os.path.join(FOLDER, "build"), "-debug-info-format", "none",
           "--disable-index-store", "--enable-swift-testing", "--disable-xctest"]
# An operator, what it becomes, its precedence, and the types that it takes.
COMPARABLE = ["<T: Comparable>(a: T, b: T)", "<A: Comparable, B: Comparable>(a: (A, B), b: (A, B))",
              "<A: Comparable, B: Comparable, C: Comparable>(a: (A, B, C), b: (A, B, C))"]
EQUATABLE = ["<T: Equatable>(a: T, b: T)", "<A: Equatable, B: Equatable>(a: (A, B), b: (A, B))"]
INFIX = {
    "<": (["a <= b", "a > b"], "Comparison", COMPARABLE, "Bool"), "<=": (["a < b", "a >= b"], "Comparison", COMPARABLE, "Bool"),
    ">": (["a >= b", "a < b"], "Comparison", COMPARABLE, "Bool"), ">=": (["a > b", "a <= b"], "Comparison", COMPARABLE, "Bool"),
    "==": (["a != b"], "Comparison", EQUATABLE, "Bool"), "!=": (["a == b"], "Comparison", EQUATABLE, "Bool"),
    "&&": (["a || b()", "a"], "LogicalConjunction", None, "Bool"), "||": (["a && b()", "a"], "LogicalDisjunction", None, "Bool"),
    "+": (["a - b"], "Addition", ["<T: AdditiveArithmetic>(a: T, b: T)"], "T"),
    "-": (["a + b"], "Addition", ["<T: AdditiveArithmetic>(a: T, b: T)"], "T"),
    "*": (["a / b"], "Multiplication", ["(a: Int, b: Int)", "(a: Double, b: Double)"], None),
    "/": (["a * b"], "Multiplication", ["(a: Int, b: Int)", "(a: Double, b: Double)"], None),
    "%": (["a / b"], "Multiplication", ["(a: Int, b: Int)"], None),
    "+=": (["a -= b"], "Assignment", ["<T: AdditiveArithmetic>(a: inout T, b: T)"], "Void"),
    "-=": (["a += b"], "Assignment", ["<T: AdditiveArithmetic>(a: inout T, b: T)"], "Void"),
    "..<": (["a..<max(a, b - 1)", "min(a + 1, b)..<b", "a..<(b + 1)"], "RangeFormation", ["(a: Int, b: Int)"], "Range<Int>"),
    "...": (["a...max(a, b - 1)", "min(a + 1, b)...b", "a...(b + 1)"], "RangeFormation", ["(a: Int, b: Int)"], "ClosedRange<Int>"),
}
# A call of a method without arguments or a property, which becomes a method that knows its mutant.
MEMBERS = {"first": r"\.first\b(?! *[({])", "last": r"\.last\b(?! *[({])", "dropFirst": r"\.dropFirst\(\)", "dropLast": r"\.dropLast\(\)",
           "isEmpty": r"(?<!\\)\.isEmpty\b", "lowerBound": r"(?<!\\)\.lowerBound\b", "upperBound": r"(?<!\\)\.upperBound\b"}

Mutant = collections.namedtuple("Mutant", "key target path line number kind text")


def blanked(text):
    """The text with each character of comments and literals replaced by a quote, which no change looks for."""
    out, index = list(text), 0
    pattern = re.compile(r'//[^\n]*|/\*|(#*)("""|")|#/|(?<=[(,=:\[] )/(?=[^ /*=])|(?<=[(\[])/(?=[^ /*=])')
    while match := pattern.search(text, index):
        start, word = match.start(), match.group()
        if word.startswith("//"):
            end = match.end()
        elif word == "/*":
            end = text.find("*/", start) + 2
        elif match.group(2):
            end = literal_end(text, match.end(), match.group(2), match.group(1))
        else:
            end = text.find("/#" if word == "#/" else "/", match.end()) + len(word)
        for place in range(start, max(end, start + 1)):
            if out[place] != "\n":
                out[place] = "'"
        index = max(end, start + 1)
    return "".join(out)


def literal_end(text, index, quote, signs):
    """Where a string literal ends whose contents begin at `index`, with the literals in its interpolations."""
    while not text.startswith(quote + signs, index):
        if text.startswith("\\" + signs + "(", index):
            index, depth = index + len(signs) + 2, 1
            while depth:
                if nested := re.compile(r'(#*)("""|")').match(text, index):
                    index = literal_end(text, nested.end(), nested.group(2), nested.group(1))
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        else:
            index += 1 + len(signs) + 1 if text.startswith("\\" + signs, index) else 1
    return index + len(quote) + len(signs)


def literal(word):
    """Another number."""
    if "." in word:
        return str(float(word) * 1.5 or 1.0)
    return str(int(word) + 1)


def candidates(line, code, before, after):
    """The changes of a line: what it becomes, given its number, and the kind of change. `code` is the line without comments and
    literals; `before` and `after` are the lines around it."""
    if not code.strip() or WITHOUT_EFFECT.search(code) or re.match(r"\s*(import|case [.\w]+(\(.*\))?$|package import)", code):
        return
    is_declaration = re.search(r"\b(func|init|subscript|struct|enum|protocol|extension|typealias|class)\b", code)
    for match in re.finditer(r"(?<=[\w)\]}'?]) (<=?|>=?|==|!=|&&|\|\||[-+*/%]|[-+]=) (?=\S)|(?<=[\w)\]])(\.\.[<.])(?=[\w(])", code):
        word, place = match.group(1) or match.group(2), match.start(1 if match.group(1) else 2)
        yield "infix", word, lambda number, sign, word=word, place=place: line[:place] + sign + line[place + len(word):]
    for match in re.finditer(r"(?:(?<=[ (\[,])|(?<=\.\.\.))([!-])(?=[a-zA-Z(])", code):
        yield "prefix", match.group(1), lambda number, sign, place=match.start(): line[:place] + sign + line[place + 1:]
    if not is_declaration:
        for match in re.finditer(r"(?<![\w.'$])(\d+(?:\.\d+)?|true|false)(?![\w.'])", code):
            word = match.group()
            other = {"true": "false", "false": "true"}.get(word) or literal(word)
            yield "constant", f"{word} → {other}", lambda number, sign, match=match, other=other: (
                f"{line[:match.start()]}mutated({number}, {match.group()}, {other}){line[match.end():]}")
        for match in re.finditer(r"(?<=[(\[ ])((?:\w+: )?)([\w.]+), ((?:\w+: )?)([\w.]+)(?=[,)\]])", code):
            one, other = match.group(2), match.group(4)
            is_unordered = (
                re.search(r"\bswapAt\($|^\s*case [^:(]*$", code[:match.start()]) or
                re.match(r"[^\[\]]*\]\.contains\b", code[match.end():]))
            if one != other and not is_unordered and not re.match(r"\d", one) and not re.search(r"\b(min|max)\($", code[:match.start()]):
                yield "arguments", f"{one}, {other}", lambda number, sign, m=match: (
                    f"{line[:m.start()]}{m.group(1)}mutated({number}, {m.group(2)}, {m.group(4)}), "
                    f"{m.group(3)}mutated({number}, {m.group(4)}, {m.group(2)}){line[m.end():]}")
    for match in re.finditer(r"(?<![\w.])(min|max)\((?=[^)])", code):
        other = {"min": "max", "max": "min"}[match.group(1)]
        yield "bound", match.group(1), lambda number, sign, match=match, other=other: (
            f"{line[:match.start()]}(isMutant({number}) ? {other} : {match.group(1)}){line[match.end() - 1:]}")
    for name, pattern in MEMBERS.items():
        for match in re.finditer(pattern, code):
            yield "member", name, lambda number, sign, match=match, name=name: (
                f"{line[:match.start()]}.{name}(mutant: {number}){line[match.end():]}")
    if match := re.match(r"(\s*(?:\} else )?(?:if|guard|while) )((?:(?!\b(?:let|var|case)\b)[^,{}])+)( (?:\{|else).*)$", code):
        yield "condition", match.group(2).strip()[:40], lambda number, sign, m=match: (
            f"{line[:m.end(1)]}({line[m.start(2):m.end(2)]}) != isMutant({number}){line[m.start(3):]}")
    ends = re.search(r"[{};)\]'\w]$", before) and not re.search(r"\b(in|return|else|try|await)$|[(\[,]$", before)
    if match := re.match(r"(\s+)((?:try |await )*[\w.\[\]?()]+(?:\(.*\)| (?:=|\+=|-=) [^{]+))$", code):
        balanced = all(code.count(one) == code.count(other) for one, other in ["()", "[]", "{}"])
        begins = not re.match(r"\s*(return|let|var|throw|case|guard|if|for|while|switch|defer|\w+\(.*\) \{|self\.init|init|super)", code)
        if (ends or before.endswith(" in")) and balanced and begins and not re.match(r"\s*([.?:&|+*/<>=-]|\{)", after):
            yield "statement", match.group(2)[:40], lambda number, sign: (
                f"{match.group(1)}if !isMutant({number}) {{ {line.strip()} }}")


def operator(number):
    """An operator of its own for each mutant, since operators take no further argument."""
    signs = ""
    while number:
        number, digit = divmod(number, 3)
        signs = "^~|"[digit] + signs
    return "^" + signs.rjust(2, "~")


def definition(number, kind, word, choice):
    """The functions of a mutant's operator."""
    sign = operator(number)
    if kind == "prefix":
        own, other, kinds, result = {
            "!": ("!a", "a", ["(a: Bool)"], "Bool"), "-": ("-a", "a", ["<T: SignedNumeric>(a: T)"], "T")}[word]
        head, before = f"prefix operator {sign}\n", "prefix "
    else:
        others, precedence, kinds, result = INFIX[word]
        other, before = others[choice % len(others)], ""
        own = f"a {word} b" + ("()" if kinds is None else "")
        head = f"infix operator {sign}: {precedence}Precedence\n"
    if kinds is None:
        body = f"rethrows -> Bool {{ if isMutant({number}) {{ try {other} }} else {{ try {own} }} }}"
        return head + f"func {sign} (a: Bool, b: @autoclosure () throws -> Bool) {body}\n".replace("try a }", "a }")
    return head + "".join(
        f"{before}func {sign} {kind} -> {result or kind.rsplit(' ')[-1][:-1]} {{ if isMutant({number}) {{ {other} }} else {{ {own} }} }}\n"
        for kind in kinds)


def drawn(seed):
    """All changes in the order in which the seed draws them, at most one for each line."""
    found = []
    for target in TARGETS:
        for folder, _, names in os.walk(os.path.join(ROOT, "Sources", target)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                if name.endswith(".swift"):
                    found += changes(target, path, seed)
    return sorted(found)


def darwin_places(codes):
    """The lines that only macOS compiles."""
    found, blocks = set(), []
    darwin = r"(canImport\(Darwin\)|os\(macOS\))"
    for place, code in enumerate(codes):
        if match := re.match(r"\s*#(if|elseif|else|endif)\b *(.*)", code):
            word, condition = match.group(1), match.group(2).strip()
            if word == "if":
                blocks.append([False, False])
            if word == "endif":
                blocks.pop()
            elif word == "else":
                blocks[-1][0] = blocks[-1][1]
            else:
                # The last of two says whether Linux compiles a branch already, so that `#else` is left to macOS.
                blocks[-1][0] = re.fullmatch(darwin, condition) is not None
                blocks[-1][1] |= re.fullmatch("!" + darwin + r"|os\(Linux\)", condition) is not None
        elif any(block[0] for block in blocks):
            found.add(place)
    return found


def changes(target, path, seed):
    if path.endswith("+Darwin.swift"):
        return
    with open(os.path.join(ROOT, path)) as stream:
        text = stream.read()
    lines, codes = text.split("\n"), blanked(text).split("\n")
    seen, unseen = collections.Counter(), darwin_places(codes)
    for place, (line, code) in enumerate(zip(lines, codes)):
        around = [next((c.rstrip() for c in part if c.strip(" '")), "") for part in (reversed(codes[:place]), codes[place + 1:])]
        possible = list(candidates(line, code.rstrip(), *around))
        if not possible:
            continue
        seen[line] += 1
        if place in unseen:
            continue
        key = hashlib.sha256(f"{seed} {path} {line.strip()} {seen[line]}".encode()).hexdigest()[:16]
        choice = int(key[8:], 16)
        kinds = sorted({kind for kind, _, _ in possible})
        chosen = [one for one in possible if one[0] == kinds[choice % len(kinds)]]
        kind, word, change = chosen[choice // 7 % len(chosen)]
        yield key, target, path, place, kind, word, choice // 49, change


def write(path, text):
    """Writes only what differs, so that nothing else is compiled again."""
    if os.path.exists(path):
        with open(path) as stream:
            if stream.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as stream:
        stream.write(text)


def lay_out(mutants):
    """The package: copies of the sources, changed, and what they need."""
    for name in ["Sources", "Tests"]:
        for folder, _, names in os.walk(os.path.join(PACKAGE, name)):
            for file in names:
                path = os.path.join(folder, file)
                # Tests that are gone, and what an earlier campaign added to a target that is none of these.
                if not os.path.lexists(os.path.join(ROOT, os.path.relpath(path, PACKAGE))) and file != "XCTMain.swift":
                    os.remove(path)
        for folder, _, names in os.walk(os.path.join(ROOT, name)):
            for file in names:
                path = os.path.join(folder, file)
                relative = os.path.relpath(path, ROOT)
                other = os.path.join(PACKAGE, relative)
                if os.path.islink(path) or relative.split("/")[1] in TARGETS and file.endswith(".swift"):
                    continue
                if not os.path.exists(other) or os.path.getmtime(path) != os.path.getmtime(other):
                    os.makedirs(os.path.dirname(other), exist_ok=True)
                    shutil.copy2(path, other)
    # Tests read schemas and documents.
    for name in set(os.listdir(ROOT)) - {"Sources", "Tests", "Package.swift", "Package.resolved"}:
        link = os.path.join(PACKAGE, name)
        if not name.startswith(".") and not os.path.lexists(link):
            os.symlink(os.path.join(ROOT, name), link)
    shutil.copy2(os.path.join(ROOT, "Package.resolved"), PACKAGE)
    shutil.copy2(os.path.join(ROOT, "script/TestMain.swift"), os.path.join(PACKAGE, "Tests/XCTMain.swift"))
    write(os.path.join(PACKAGE, "Sources/CMutants/include/CMutants.h"), HEADER)
    write(os.path.join(PACKAGE, "Sources/CMutants/mutants.c"), CODE)
    with open(os.path.join(ROOT, "Package.swift")) as stream:
        write(os.path.join(PACKAGE, "Package.swift"), stream.read() + MANIFEST % ", ".join(f'"{name}"' for name in TARGETS))
    own = collections.defaultdict(dict)
    support = {target: SUPPORT for target in TARGETS}
    for number, (_, target, path, line, kind, word, choice, change) in mutants.items():
        own[path][line] = change(number, operator(number))
        if kind in ("infix", "prefix"):
            support[target] += definition(number, kind, word, choice)
    for target in TARGETS:
        kept = set()
        for folder, _, names in os.walk(os.path.join(ROOT, "Sources", target)):
            for path in [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".swift")]:
                with open(os.path.join(ROOT, path)) as stream:
                    lines = stream.read().split("\n")
                write(os.path.join(PACKAGE, path), "\n".join(own[path].get(place, line) for place, line in enumerate(lines)))
                kept.add(os.path.join(PACKAGE, path))
        write(os.path.join(PACKAGE, f"Sources/{target}/Mutants.swift"), support[target])
        for folder, _, names in os.walk(os.path.join(PACKAGE, "Sources", target)):
            for path in [os.path.join(folder, name) for name in names if name.endswith(".swift") and name != "Mutants.swift"]:
                if path not in kept:
                    os.remove(path)


def build(mutants, dropped_file):
    """Builds until all places compile that are left."""
    while True:
        lay_out(mutants)
        # As for `script/test`: what computes much is optimized.
        done = subprocess.run(
            ["swift", "build", "--build-tests", *OPTIONS], capture_output=True, text=True,
            env=dict(os.environ, MODGAUGE_STRICT="1"))
        if done.returncode == 0:
            return
        wrong = set()
        for file, line in set(re.findall(r"^(?:/[^:\n]*)?/package/(Sources/[^:\n]+):(\d+):\d+: error:", done.stdout + done.stderr, re.M)):
            places = {number: mutant[3] for number, mutant in mutants.items() if mutant[2] == file}
            if places:
                # What is wrong with a statement is said at its beginning, or at its end.
                wrong.add(min(places, key=lambda number: (abs(places[number] + 1 - int(line)), -places[number])))
        print(f"{len(wrong)} of {len(mutants)} changes do not compile", file=sys.stderr, flush=True)
        if not wrong:
            sys.exit(done.stdout[-4000:] + done.stderr[-4000:])
        with open(dropped_file, "a") as stream:
            for number in wrong:
                stream.write(mutants.pop(number)[0] + "\n")


def judge(target, number, limit, reached=""):
    """What the target's tests say: the verdict, the seconds, and the first test that fails."""
    program = os.path.join(FOLDER, "build/debug/modgaugePackageTests.xctest")
    words = ([program, "--testing-library", "swift-testing"] if os.path.isfile(program)
             else ["swift", "test", "--skip-build", *OPTIONS])
    environment = dict(os.environ, MODGAUGE_MUTANT=str(number), MODGAUGE_CAMPAIGN=str(os.getpid()), MODGAUGE_REACHED=reached,
                       MODGAUGE_WITHOUT_BROWSER="1", SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="4")
    start = time.monotonic()
    process = subprocess.Popen(
        words + ["--filter", rf"^{target}Tests\.", "--skip", SKIPPED], cwd=PACKAGE, env=environment, text=True,
        errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))

    def read():
        for line in process.stdout:
            if line.startswith("✘"):
                return line.strip()[2:]
        return None if process.wait() == 0 else f"ended with {process.returncode}"

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)
        try:
            failed = reading.result(timeout=limit)
        except concurrent.futures.TimeoutError:
            failed = "takes too long"
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        end_others(number)
    process.wait()
    return failed, time.monotonic() - start


def end_others(number):
    """Ends programs that tests with this mutant have started in sessions of their own, and that hold their output open."""
    own = [f"MODGAUGE_MUTANT={number}".encode(), f"MODGAUGE_CAMPAIGN={os.getpid()}".encode()]
    for process in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else []):
        try:
            with open(f"/proc/{process}/environ", "rb") as stream:
                variables = stream.read().split(b"\0")
            if all(variable in variables for variable in own):
                os.kill(int(process), signal.SIGKILL)
        except OSError:
            pass


def tests_hash(target):
    """Changes with the tests of a target."""
    text = b""
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "Tests", target + "Tests"))):
        for name in sorted(names):
            with open(os.path.join(folder, name), "rb") as stream:
                text += stream.read()
    return hashlib.sha256(text).hexdigest()[:16]


def lines_of(path):
    if not os.path.exists(path):
        return []
    with open(path) as stream:
        return [line.rstrip("\n").split("\t") for line in stream]


def bounded(counts, name, most):
    """Whether it is among the first ones of its name."""
    counts[name] += 1
    return counts[name] <= most


def main():
    if unknown := set(sys.argv[3:]) - set(TARGETS):
        sys.exit(f"no such target: {', '.join(sorted(unknown))}")
    TARGETS[:] = sys.argv[3:] or TARGETS
    count, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1"
    os.makedirs(PACKAGE, exist_ok=True)
    dropped_file, results_file = (os.path.join(FOLDER, name) for name in ["dropped", "results.tsv"])
    dropped = {line[0] for line in lines_of(dropped_file)}
    named, drawing, mutants = sys.argv[3:], collections.Counter(), {}
    # More than are needed, since some do not compile. The number of one depends on its key alone, so that an edit elsewhere, or a
    # place that is dropped, compiles no other target again; of two with one number, the first one counts.
    for one in drawn(seed):
        if bounded(drawing, one[1] if named else "", count * 8 // 5):
            mutants.setdefault(int(one[0][:4], 16) or 1, one)
    mutants = {number: one for number, one in mutants.items() if one[0] not in dropped}
    build(mutants, dropped_file)
    drawing.clear()
    chosen = dict([one for one in mutants.items() if bounded(drawing, one[1][1] if named else "", count)])

    limits, reached, hashes = {}, set(), {}
    for target in sorted({one[1] for one in chosen.values()}):
        report = os.path.join(FOLDER, "reached")
        write(report, "")
        failed, seconds = judge(target, 0, 1200, report)
        if failed:
            sys.exit(f"without a mutant, the tests of {target} fail: {failed}")
        limits[target], hashes[target] = 4 * seconds + 20, tests_hash(target)
        reached |= {int(line[0]) for line in lines_of(report)}
        print(f"{target}: {seconds:.0f} s", file=sys.stderr, flush=True)

    known = {line[0]: line for line in lines_of(results_file)}
    results = {}
    for number, (key, target, *_) in chosen.items():
        if key in known and (known[key][1] == "noticed" or known[key][2] == hashes[target]):
            results[number] = known[key][1], known[key][3]

    def run(number):
        key, target, path, line, kind, word, *_ = chosen[number]
        failed, _ = judge(target, number, limits[target]) if number in reached else (None, 0)
        return number, ("noticed" if failed else "survived", failed or ("" if number in reached else "not reached"))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, open(results_file, "a") as stream:
        for number, result in pool.map(run, [number for number in chosen if number not in results]):
            key, target, path, line, kind, word, *_ = chosen[number]
            results[number] = result
            print("\t".join([key, result[0], hashes[target], result[1], f"{path}:{line + 1}", kind, word]), file=stream, flush=True)
    sys.exit(table(chosen, results))


def table(chosen, results):
    """Prints what was found, and gives the exit code."""
    counts = collections.defaultdict(collections.Counter)
    for number, (_, target, path, line, kind, word, choice, change) in sorted(chosen.items(), key=lambda one: one[1][2:4]):
        verdict, why = results[number]
        counts[target][verdict] += 1
        counts["all"][verdict] += 1
        if verdict == "survived":
            with open(os.path.join(ROOT, path)) as stream:
                text = stream.read().split("\n")[line]
            changed = change(number, word)
            if kind == "infix":
                others = INFIX[word][0]
                changed += "  with " + others[choice % len(others)]
            print(f"{path}:{line + 1}: {kind} {word}{f' ({why})' if why else ''}\n  {text.strip()}\n  {changed.strip()}")
    print("\n| target | mutants | noticed | share |\n|---|---:|---:|---:|")
    for target in TARGETS + ["all"]:
        total = sum(counts[target].values())
        if total:
            print(f"| {target} | {total} | {counts[target]['noticed']} | {100 * counts[target]['noticed'] / total:.0f} % |")
    return 0 if counts["all"]["noticed"] >= 0.9 * sum(counts["all"].values()) else 1


if __name__ == "__main__":
    main()
