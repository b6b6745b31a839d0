import ManifestSyntax
import Platform

extension GitRepository {
  /// The files that differ between a commit and another one, or the working tree; a file that moved with both paths.
  /// - Parameters:
  ///   - base: a commit.
  ///   - head: a commit; `nil` for the working tree without untracked files.
  /// - Returns: absolute paths; of a submodule its folder.
  /// - Throws: `RevisionError`, `CancellationError`, `SubprocessError`.
  package func changedFiles(from base: String, to head: String?) async throws -> Set<String> {
    try await paths(
      (try await ownFilters) + [
        "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative",
        "--ignore-submodules=none", base,
      ] + (head.map { [$0] } ?? []) + ["--"])
  }

  /// The files that git neither tracks nor ignores, as absolute paths.
  /// - Throws: `RevisionError`, `CancellationError`, `SubprocessError`.
  package func untrackedFiles() async throws -> Set<String> {
    try await paths(["ls-files", "-z", "--others", "--exclude-standard"])
  }

  private func paths(_ arguments: [String]) async throws -> Set<String> {
    let outcome = try await git(arguments, in: top, variables: Self.offline, outputLimit: 1 << 30)
    guard outcome.succeeded else { throw try await failure(outcome.errors) }
    return Set(
      outcome.outputBytes.split(separator: 0).map { Path.normalized(top + "/" + String(decoding: $0, as: UTF8.self)) })
  }

  /// Keeps git from running the filters that the repository's own settings name.
  private var ownFilters: [String] {
    get async throws {
      let outcome = try await git(
        ["config", "--local", "-z", "--name-only", "--get-regexp", #"^filter\..*\.(clean|process|required)$"#],
        in: folder)
      return outcome.output.split(separator: "\0").flatMap { name in
        ["-c", "\(name)=\(name.hasSuffix(".required") ? "false" : "")"]
      }
    }
  }

  /// The branch that changes are merged into: the one that the origin names, else `main` or `master` there or here.
  /// - Throws: `RevisionError.noDefaultBranch`, `CancellationError`, `SubprocessError`.
  package func defaultBranch() async throws -> String {
    let named = try await git(["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"], in: folder)
    let first = named.output.split(separator: "\n").first.map(String.init)
    for name in [first, "origin/main", "origin/master", "main", "master"].compactMap({ $0 }) {
      let known = try await git(
        ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"], in: folder)
      if known.succeeded { return name }
    }
    throw RevisionError.noDefaultBranch(folder: folder, shallowClone: try await shallowClone)
  }

  /// Where symbolic links of a commit, or of the working tree, lead within the repository: absolute paths of links by
  /// those of their targets.
  /// - Throws: `RevisionError`, `CancellationError`, `SubprocessError`.
  package func links(in head: String?, besides untracked: Set<String> = []) async throws -> [String: [String]] {
    let listing = try await git(
      head.map { ["ls-tree", "-r", "-z", "--full-tree", $0] } ?? ["ls-files", "-s", "-z"], in: top,
      variables: Self.offline, outputLimit: 1 << 30)
    guard listing.succeeded else { throw try await failure(listing.errors) }
    var links: [String: [String]] = [:]
    func add(_ path: String, _ target: String) {
      let target = target.hasPrefix("/") ? target : path + "/../" + target
      links[Path.normalized(target), default: []].append(path)
    }
    for line in listing.outputBytes.split(separator: 0) where line.starts(with: "120000 ".utf8) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let path = top + "/" + String(decoding: line[(tab + 1)...], as: UTF8.self)
      guard head != nil else {
        FileSystem.linkTarget(of: path).map { add(path, $0) }
        continue
      }
      let words = line[..<tab].split(separator: UInt8(ascii: " "))
      guard words.count == 3 else { continue }
      let blob = try await git(["cat-file", "blob", String(decoding: words[2], as: UTF8.self)], in: folder)
      if blob.succeeded { add(path, blob.output) }
    }
    for path in untracked { FileSystem.linkTarget(of: path).map { add(path, $0) } }
    return links.mapValues { $0.sorted() }
  }

  /// The bytes of a file in a commit; `nil` if it has none at that path.
  /// - Parameter path: absolute.
  package func file(_ path: String, in commit: String) async throws -> [UInt8]? {
    guard let place = path.remainder(below: top) else { return nil }
    let outcome = try await git(
      ["cat-file", "blob", "\(commit):\(place)"], in: folder, variables: Self.offline, outputLimit: 1 << 28)
    return outcome.succeeded ? outcome.outputBytes : nil
  }
}

extension Set<String> {
  /// The paths, and those under which symbolic links show the same files.
  /// - Parameter links: see ``GitRepository/links(in:besides:)``.
  /// - Complexity: O(paths · their length).
  package func shownThrough(_ links: [String: [String]]) -> Set<String> {
    if links.isEmpty { return self }
    var (all, pending) = (self, Array(self))
    // More can only come from links that lead into themselves.
    let most = 1_000_000 + count
    while let path = pending.popLast(), all.count < most {
      for folder in path.upwards {
        for link in links[String(folder)] ?? [] {
          let other = link + path[folder.endIndex...]
          // A link within its own target shows the same files again, ever deeper.
          if other.utf8.count < 4096, link.remainder(below: String(folder)) == nil, all.insert(other).inserted {
            pending.append(other)
          }
        }
      }
    }
    return all
  }
}
