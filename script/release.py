"""Packs a release: called by script/release, which built the programs. Shares no code with modgauge.

All files have the time SOURCE_DATE_EPOCH and sorted names, and nothing else depends on this machine, so that the same programs
give the same bytes.
"""
import argparse, gzip, hashlib, io, json, lzma, os, pathlib, re, shutil, subprocess, tarfile, time, zipfile

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
HOME = "/home/user"
TRIPLES = {
    "linux-x86_64": ["x86_64-unknown-linux-gnu"], "linux-aarch64": ["aarch64-unknown-linux-gnu"],
    "macos-universal": ["x86_64-apple-macosx", "arm64-apple-macosx"],
}
APACHE, SWIFT = "Apache-2.0", "Apache-2.0 WITH Swift-exception"
# What becomes part of the programs on Linux besides packages: name, licence, static library, package of Debian that has it,
# and the one whose copyright file has the licence's text (a pattern).
LIBRARIES = [
    ("SQLite", "blessing", "libsqlite3", "libsqlite3-dev", "libsqlite3-dev"),
    ("Expat", "MIT", "libexpat", "libexpat1-dev", "libexpat1-dev"),
    ("zlib", "Zlib", "libz", "zlib1g-dev", "zlib1g-dev"),
    ("libstdc++ and libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1", "libstdc++", "libstdc++-*-dev", "libstdc++-*-dev"),
    ("ICU, in Swift's Foundation", "ICU", None, None, "libicu[0-9-]*"),
    ("LibYAML, in Yams", "MIT", None, None, "libyaml-[0-9d]*"),
]


def fail(message):
    raise SystemExit(f"error: {message}")


def output_of(*words):
    # Help has folders below the home of whoever asks for it.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {"HOME": HOME}
    return subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout


# Man pages, from the parser's own description of all commands.

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.splitlines())


def manual(command, path, version):
    """The page of a command, and those of its subcommands: pairs of a file name and a text."""
    name = "-".join(path)
    date = time.strftime("%Y-%m-%d", time.gmtime(EPOCH))
    lines = [f'.TH "{name.upper()}" 1 "{date}" "modgauge {version}"', ".SH NAME",
             f"{roff(name)} \\- {roff(command.get('abstract', ''))}", ".SH SYNOPSIS", f".B {roff(' '.join(path))}"]
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    children = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    lines += ["[\\fIoptions\\fR] " + " ".join(f"\\fI{roff(a['valueName'])}\\fR" for a in shown if a["kind"] == "positional")]
    if children:
        lines += ["\\fIsubcommand\\fR"]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", roff(command["discussion"]).replace("\n\n", "\n.PP\n")]
    sections = {}
    for argument in shown:
        title = argument.get("sectionTitle") or ("Arguments" if argument["kind"] == "positional" else "Options")
        sections.setdefault(title, []).append(argument)
    for title, arguments in sections.items():
        lines += [f".SH {roff(title).upper()}"]
        for argument in arguments:
            lines += [".TP", tag(argument), roff(about(argument))]
    if children:
        lines += [".SH SUBCOMMANDS"]
        for child in children:
            lines += [".TP", f".BR {roff('-'.join(path + [child['commandName']]))} (1)", roff(child.get("abstract", ""))]
    pages = [(f"{name}.1", "\n".join(line.rstrip() for line in lines) + "\n")]
    for child in children:
        pages += manual(child, path + [child["commandName"]], version)
    return pages


def tag(argument):
    if argument["kind"] == "positional":
        return f"\\fI{roff(argument['valueName'])}\\fR"
    names = [("-" if n["kind"] != "long" else "--") + n["name"] for n in argument.get("names", [])]
    value = f" \\fI{roff(argument['valueName'])}\\fR" if argument["kind"] == "option" else ""
    return ", ".join(f"\\fB{roff(n)}\\fR" for n in sorted(names, key=len)) + value


def about(argument):
    words = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")]))
    default = argument.get("defaultValue")
    if default and argument["kind"] == "option":
        words += f" (default: {default})"
    return words.replace(HOME, "~")


# What is inside: licence texts, and a list in SPDX.

def licence_of(text):
    if "Runtime Library Exception" in text:
        return SWIFT
    if "Apache License" in text:
        return APACHE
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    fail("a dependency's licence is not known; name it in script/release.py")


def debian_file(pattern):
    found = sorted(pathlib.Path("/usr/share/doc").glob(f"{pattern}/copyright"))
    return found[0] if found else None


def contents(source, system):
    """What the programs contain: name, version, licence, address, text of the licence."""
    parts = []
    for pin in json.loads((source / "Package.resolved").read_text())["pins"]:
        folder = source / ".build/checkouts" / pin["location"].rstrip("/").split("/")[-1].removesuffix(".git")
        texts = sorted(folder.glob("LICENSE*"))
        if not texts:
            fail(f"{folder} has no licence")
        text = texts[0].read_text()
        state = pin["state"]
        parts.append((pin["identity"], state.get("version", state["revision"]), licence_of(text),
                      f"git+{pin['location']}@{state['revision']}", text))
    if system.startswith("macos"):
        return parts
    swift = pathlib.Path(shutil.which("swift")).resolve().parent.parent
    version = re.search(r"swift-([0-9.]+)-RELEASE|Swift version ([0-9.]+)", output_of("swift", "--version"))
    parts.append(("Swift's libraries", next(filter(None, version.groups())), SWIFT, "https://github.com/swiftlang/swift",
                  (swift / "share/swift/LICENSE.txt").read_text()))
    for name, licence, library, package, pattern in LIBRARIES:
        if library and not (source / f".build/static/{library}.a").exists():
            continue
        text = debian_file(pattern)
        if not text:
            fail(f"the licence of {name} is missing; install the package of Debian with /usr/share/doc/{pattern}/copyright")
        version = "NOASSERTION"
        if package:
            version = output_of("dpkg-query", "-W", "-f", "${Version}\n", package).split("\n")[0]
        words = text.read_text()
        if licence.startswith("GPL"):
            words += "\n" + pathlib.Path("/usr/share/common-licenses/GPL-3").read_text()
        parts.append((name, version, licence, "NOASSERTION", words))
    return parts


def spdx(parts, version, system, commit, programs):
    name = f"modgauge-{version}-{system}"
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(programs.iterdir()))).hexdigest()

    def identifier(name):
        return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)

    def package(name, version, licence, address):
        return {"SPDXID": identifier(name), "name": name, "versionInfo": version, "downloadLocation": address,
                "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
                "copyrightText": "NOASSERTION"}

    own = package("modgauge", version, APACHE, "NOASSERTION") | {"sourceInfo": f"commit {commit}"}
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{digest[:32]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH)),
                         "creators": [f"Tool: modgauge-release-{version}"]},
        "packages": [own] + [package(*part[:4]) for part in parts],
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                           "relatedSpdxElement": own["SPDXID"]}]
        + [{"spdxElementId": own["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": identifier(part[0])}
           for part in parts],
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def tree(options):
    """All files of the archive: path, bytes, and whether it is a program."""
    source, programs = options.source, options.programs
    modgauge = str(programs / "modgauge")
    files = {f"bin/{p.name}": (p.read_bytes(), True) for p in programs.iterdir()}
    described = json.loads(output_of(modgauge, "--experimental-dump-help"))["command"]
    for name, text in manual(described, ["modgauge"], options.version):
        files[f"share/man/man1/{name}"] = (text.encode(), False)
    for shell, path in [("bash", "bash-completion/completions/modgauge"), ("zsh", "zsh/site-functions/_modgauge"),
                        ("fish", "fish/vendor_completions.d/modgauge.fish")]:
        files[f"share/{path}"] = (output_of(modgauge, "--generate-completion-script", shell).encode(), False)
    # GitLab's recipe runs them.
    for name in ["report-pull-request", "note-merge-request"]:
        files[f"share/modgauge/{name}"] = ((source / "script" / name).read_bytes(), True)
    document = "share/doc/modgauge"
    files[f"{document}/LICENSE"] = ((source / "LICENSE").read_bytes(), False)
    # With it, the same commit can be built again.
    files[f"{document}/Package.resolved"] = ((source / "Package.resolved").read_bytes(), False)
    parts = contents(source, options.system)
    for name, _, _, _, text in parts:
        files[f"{document}/licenses/{re.sub('[^A-Za-z0-9.+]+', '-', name)}.txt"] = (text.encode(), False)
    sbom = spdx(parts, options.version, options.system, options.commit, programs)
    files[f"{document}/modgauge.spdx.json"] = (sbom.encode(), False)
    return files


# Archives.

def tar(path, folder, files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (content, is_program) in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), EPOCH, 0o755 if is_program else 0o644
            archive.addfile(entry, io.BytesIO(content))
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(data.getvalue())
    # A third smaller, for those who have xz.
    path.with_suffix(".xz").write_bytes(lzma.compress(data.getvalue(), preset=9))


def members(archive):
    """The files of an archive, below its one folder: path, bytes, and whether it is a program."""
    with tarfile.open(archive) as opened:
        return {entry.name.split("/", 1)[1]: (opened.extractfile(entry).read(), bool(entry.mode & 0o100))
                for entry in opened if entry.isfile()}


def bundle(path, archives, version):
    """An artifact bundle, as SwiftPM's plugins use it: the programs and their licences for each system."""
    variants, inside = [], {}
    for system, archive in archives.items():
        folder = f"modgauge-{version}-{system}"
        variants.append({"path": f"{folder}/bin/modgauge", "supportedTriples": TRIPLES[system]})
        inside |= {f"{folder}/{name}": value for name, value in members(archive).items()
                   if name.startswith(("bin/", "share/doc/"))}
    info = {"schemaVersion": "1.0",
            "artifacts": {"modgauge": {"version": version, "type": "executable", "variants": variants}}}
    inside["info.json"] = ((json.dumps(info, indent=2, sort_keys=True) + "\n").encode(), False)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, (content, is_program) in sorted(inside.items()):
            entry = zipfile.ZipInfo(f"modgauge.artifactbundle/{name}", time.gmtime(EPOCH)[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            packed.writestr(entry, content)


def formula_systems(archives, url):
    """The blocks of a formula that say which archive is for which system."""
    conditions = {"linux-x86_64": ("on_linux", "on_intel"), "linux-aarch64": ("on_linux", "on_arm"),
                  "macos-universal": ("on_macos", None)}
    blocks = []
    for system, archive in archives.items():
        lines = [f'url "{url}/{archive.name}"', f'sha256 "{sum_of(archive)}"']
        for condition in filter(None, reversed(conditions[system])):
            lines = [f"{condition} do"] + ["  " + line for line in lines] + ["end"]
        blocks.append("\n".join("  " + line for line in lines))
    return "\n".join(blocks)


def filled(source, output, values):
    text = source.read_text()
    for key, value in values.items():
        if f"@{key}@" not in text:
            fail(f"{source} does not contain @{key}@")
        text = text.replace(f"@{key}@", value)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text)
    shutil.copymode(source, output)


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    for name in ["source", "programs", "output"]:
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ["version", "system", "commit", "url"]:
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    folder, output, version = f"modgauge-{options.version}-{options.system}", options.output, options.version
    files = tree(options)
    archive, zipped = output / f"{folder}.tar.gz", output / "modgauge.artifactbundle.zip"
    tar(archive, folder, files)
    # Archives for other systems, made on other machines, may lie beside it.
    archives = {system: path for system in TRIPLES if (path := output / f"modgauge-{version}-{system}.tar.gz").exists()}
    bundle(zipped, archives, version)
    filled(options.source / "script/install.sh", output / "install.sh", {"RELEASE": options.url})
    release = options.source / "script/release-files"
    filled(release / "modgauge.rb", output / "modgauge.rb",
           {"VERSION": version, "HOMEPAGE": options.url.split("/releases/")[0],
            "SYSTEMS": formula_systems(archives, options.url)})
    filled(release / "Containerfile", output / "Containerfile", {"SHA256": sum_of(archive)})
    plugin = output / "plugin"
    shutil.rmtree(plugin, ignore_errors=True)
    shutil.copytree(options.source / "Plugin", plugin)
    filled(plugin / "Package.swift", plugin / "Package.swift",
           {"URL": f"{options.url}/{zipped.name}", "CHECKSUM": sum_of(zipped)})
    names = sorted(p.name for p in output.iterdir() if p.is_file() and p.name != "SHA256SUMS")
    (output / "SHA256SUMS").write_text("".join(f"{sum_of(output / name)}  {name}\n" for name in names))
    for path in [archive, archive.with_suffix(".xz")]:
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, sha256 {sum_of(path)}")


main()
