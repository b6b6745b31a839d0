#!/usr/bin/env python3
"""Makes a log of Xcode that is larger than any at hand, to measure `modgauge record --from` with.

  script/large_log.py LOG COPIES OUTPUT.xcactivitylog
      the steps of a real log as many times as stated, one after the other in time, each time of targets with other names
  script/large_log.py --targets COUNT OUTPUT.xcactivitylog
      a log of so many targets, each with three steps, in twenty layers that depend on one another

Prints the size of the decompressed log. Then, for example:
  /usr/bin/time -v modgauge record --from OUTPUT.xcactivitylog --output FOLDER
"""

import gzip
import re
import struct
import sys

NUMBER = re.compile(rb"[0-9a-f]*")
TARGET = re.compile(rb"((?:in target|Target|on target|in target:) '?)([^'\r\n)]+)(?=['\r\n)])")
SIGNED = re.compile(rb"(:target-)(.+?)(-[0-9a-f]{28,64}-:)")


def tokens(data):
    """Pairs of a kind and a value; of texts, their bytes."""
    position = 4
    while position < len(data):
        end = NUMBER.match(data, position).end()
        kind, digits = data[end : end + 1], data[position:end]
        position = end + 1
        if kind in b'"*%':
            size = int(digits)
            yield kind, data[position : position + size]
            position += size
        else:
            yield kind, digits


class Repeated:
    """A log whose root's sections occur several times."""

    def __init__(self, data, copies):
        self.tokens = list(tokens(data))
        self.copies = copies
        times = [self.double(value) for kind, value in self.tokens[:12] if kind == b"^"]
        self.start, self.stop = times[0], times[1]
        self.head, self.tail = self.bounds()

    @staticmethod
    def double(digits):
        return struct.unpack("<d", bytes.fromhex(digits.decode()))[0]

    def bounds(self):
        """The tokens between the root's number of sections and its text: what is repeated."""
        head = next(index for index, (kind, _) in enumerate(self.tokens) if kind == b"(") + 1
        left, index, depth = int(self.tokens[head - 1][1]), head, 0
        # The text of the root is the one after as many whole sections as it has; their ends are found by their beginnings.
        starts = self.sections(head, left)
        return head, starts[-1]

    def sections(self, index, count):
        reader = Reader(self.tokens, index)
        for _ in range(count):
            reader.section()
        return [reader.index]

    def write(self):
        out = bytearray(b"SLF0")
        for index, (kind, value) in enumerate(self.tokens[: self.head]):
            if index == self.head - 1:
                value = str(int(value) * self.copies).encode()
            elif kind == b"^" and self.double(value) == self.stop:
                value = struct.pack("<d", self.start + (self.stop - self.start) * self.copies).hex().encode()
            self.put(out, kind, value)
        for copy in range(self.copies):
            for kind, value in self.tokens[self.head : self.tail]:
                if kind == b"%" and copy:
                    continue
                self.put(out, kind, self.changed(kind, value, copy))
        for kind, value in self.tokens[self.tail :]:
            self.put(out, kind, value)
        return out

    @staticmethod
    def put(out, kind, value):
        if kind in b'"*%':
            out += str(len(value)).encode() + kind + value
        else:
            out += value + kind

    def changed(self, kind, value, copy):
        if kind == b"^":
            shifted = self.double(value) + (self.stop - self.start) * copy
            return struct.pack("<d", shifted).hex().encode() if copy else value
        if kind != b'"':
            return value
        suffix = b" %d" % copy
        graph = value.find(b"Target dependency graph (")
        if graph >= 0:
            return self.graph(value[graph:]) if copy == 0 else b""
        if not copy:
            return value
        if value.startswith((b"Build target ", b"=== BUILD TARGET ")):
            return re.sub(rb"((?:Build target|BUILD TARGET) )(.+?)(?=$| OF | of )", rb"\1\2" + suffix, value)
        if b"arget" in value:
            return TARGET.sub(rb"\1\2" + suffix, value)
        if value.startswith(b"0050") and b"3a7461726765742d" in value.lower():
            plain = bytes.fromhex(value.decode())
            return SIGNED.sub(rb"\1\2" + suffix + rb"\3", plain).hex().encode()
        return value

    def graph(self, text):
        lines = re.split(rb"[\r\n]", text)[1:]
        copies = [lines] + [
            [TARGET.sub(rb"\1\2 %d" % copy, line) for line in lines] for copy in range(1, self.copies)
        ]
        return b"\r".join([b"note: Target dependency graph (%d targets)" % sum(map(len, copies))] + sum(copies, []))


class Reader:
    """Finds where a section ends."""

    def __init__(self, items, index):
        self.items, self.index = items, index
        self.version = int(items[0][1])
        self.classes = [value for kind, value in items if kind == b"%"]

    def next(self):
        item = self.items[self.index]
        self.index += 1
        return item

    def object(self):
        while True:
            kind, value = self.next()
            if kind == b"-":
                return None
            if kind == b"@":
                return self.classes[int(value) - 1]

    def many(self, read):
        kind, value = self.next()
        for _ in range(int(value) if kind == b"(" else 0):
            read()

    def section(self):
        if self.object() is None:
            return
        self.index += 6
        self.many(self.section)
        self.index += 1
        self.many(self.message)
        while self.items[self.index][0] == b"#":
            self.index += 1
        self.index += 1
        self.location()
        self.index += 3 + (1 if self.version >= 8 else 0)
        if self.version >= 11:
            self.many(self.attachment)
        if self.version == 9:
            self.index += 1

    def attachment(self):
        if self.object() is not None:
            self.index += 4

    def message(self):
        if self.object() is None:
            return
        self.index += 5
        self.many(self.message)
        self.index += 2
        self.location()
        self.index += 1
        self.many(self.location)
        self.index += 1

    def location(self):
        name = self.object()
        if name is not None:
            self.index += {b"DVTTextDocumentLocation": 9, b"DVTMemberDocumentLocation": 3}.get(name, 2)


def made(count):
    """A log of `count` targets in twenty layers."""
    out = bytearray(b"SLF012#")
    classes = {}

    def text(value):
        value = value.encode()
        out.extend(b'%d"' % len(value) + value)

    def time(value):
        out.extend(struct.pack("<d", 790_000_000 + value).hex().encode() + b"^")

    def begin(name, kind, domain, title, start, stop, sections):
        if name not in classes:
            classes[name] = len(classes) + 1
            out.extend(b"%d%%" % len(name) + name.encode())
        out.extend(b"%d@%d#" % (classes[name], kind))
        for value in (domain, title, title):
            text(value)
        time(start)
        time(stop)
        out.extend(b"%d(" % sections if sections else b"-")

    def end(content, command, result, metrics):
        text(content) if content else out.extend(b"-")
        out.extend(b"-0#0#0#0#--")
        text(command) if command else out.extend(b"-")
        text("4C1B5B4C-0000-4000-8000-000000000000")
        text(result)
        out.extend(b"-")
        out.extend(b"1(" if metrics else b"0(")
        if metrics:
            name = "IDEFoundation.IDEActivityLogSectionAttachment"
            if name not in classes:
                classes[name] = len(classes) + 1
                out.extend(b"%d%%" % len(name) + name.encode())
            out.extend(b"%d@" % classes[name])
            text("com.apple.dt.ActivityLogSectionAttachment.TaskMetrics")
            out.extend(b"1#0#%d*" % len(metrics) + metrics.encode())

    def step(command, target, start, stop, content=None):
        begin("IDEActivityLogCommandInvocationSection", 2, "com.apple.dt.IDE.BuildLogSection", command, start, stop, 0)
        wall = round((stop - start) * 1e6)
        where = f" (in target '{target}' from project 'App')" if target else ""
        end(content, command + where, "", '{"utime":%d,"stime":1,"wcDuration":%d,"maxRSS":1000000}' % (wall, wall))

    def name(index):
        return f"Module{index:06d}"

    size = max(1, count // 20)
    seconds = count / 10 + 1
    lines = [f"note: Target dependency graph ({count} targets)"]
    for index in range(count):
        lines.append(f"Target '{name(index)}' in project 'App'" + ("" if index >= size else " (no dependencies)"))
        for other in {index - size, index - size - index % 7} if index >= size else ():
            if other >= 0:
                lines.append(f"➜ Explicit dependency on target '{name(other)}' in project 'App'")
    title = "Building project App with scheme App and configuration Debug"
    begin("IDECommandLineBuildLog", 0, "Xcode.IDEActivityLogDomainType.BuildLog", title, 0, seconds, 3 * count + 1)
    step("ComputeTargetDependencyGraph", None, 0, 0.5, "\r".join(lines))
    for index in range(count):
        start = 0.6 + index / 10
        step(f"SwiftEmitModule normal arm64 Emitting {name(index)}", name(index), start, start + 0.02)
        step(f"SwiftCompile normal arm64 /src/{name(index)}/A.swift", name(index), start, start + 0.08)
        step(f"Libtool /build/lib{name(index)}.a normal", name(index), start + 0.08, start + 0.09)
    end(None, None, "Build succeeded", None)
    return out


def main(words):
    if len(words) != 3:
        sys.exit(__doc__)
    if words[0] == "--targets":
        out = made(int(words[1]))
    else:
        out = Repeated(gzip.open(words[0]).read(), int(words[1])).write()
    with gzip.open(words[2], "wb", compresslevel=1) as file:
        file.write(out)
    print(f"{len(out) / 1e6:.1f} MB")


main(sys.argv[1:])
