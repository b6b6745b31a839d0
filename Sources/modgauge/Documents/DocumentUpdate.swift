import ArgumentParser
import ModuleGraph
import Platform
import Reports
import Services
import Workspace

/// A command whose answer a document may contain.
protocol DocumentedCommand: AsyncParsableCommand {
  associatedtype Answer: Report
  var workspace: WorkspaceOptions { get set }
  var result: ResultOptions<Answer> { get set }
  /// What a picture shows, for those who do not see it.
  var pictureTitle: String? { get }
  /// The format in a document, unless the marker names one.
  static var documentFormat: String { get }
}

extension DocumentedCommand {
  static var documentFormat: String { "text" }
  var pictureTitle: String? { nil }
}

/// Renews the parts of Markdown documents that commands write.
struct DocumentUpdate {
  let workspace: WorkspaceOptions
  /// Whose answers a document may contain.
  let commands: [any DocumentedCommand.Type]
  /// Whether nothing is written, and what is out of date is an error.
  let isCheck: Bool

  struct Failure: Error, CustomStringConvertible {
    let path: String
    var line: Int?
    let reason: String

    var description: String {
      "`\(path.visible)`\(line.map { ", line \($0)" } ?? ""): " + reason
        + (reason.last.map { ".?`".contains($0) } ?? true ? "" : ".")
    }
  }

  /// A file with its former contents (`nil` for none), and those that it should have.
  private struct Change {
    let path: String
    let before: [UInt8]?
    let after: [UInt8]
    var isNeeded: Bool { before != after }
  }

  struct Document {
    let path: String
    /// Whether it must have a part to renew.
    var isNamed = true
    /// The modules that it must have a diagram of; the parts that are missing are added at its end.
    var modules: [String] = []
  }

  /// Writes nothing unless every part of every document could be made.
  func run(_ documents: [Document]) async throws {
    let temporary = try await TemporaryFolder.held(in: Path.absolute(workspace.cacheDir))
    var changes: [Change] = []
    for document in documents { changes += try await self.changes(of: document, in: temporary.path) }
    let needed = changes.filter(\.isNeeded)
    if isCheck {
      for change in needed { try Terminal.write(Self.difference(change)) }
      if !needed.isEmpty {
        Terminal.note("out of date: \(needed.map(\.path.visible).joined(separator: ", ")); renew it without --check")
        throw ExitCode(1)
      }
    } else {
      for change in needed { try Self.write(change) }
    }
    if !workspace.quiet {
      let done = needed.map { "`\($0.path.visible)`" }.joined(separator: ", ")
      Terminal.note(needed.isEmpty ? "everything is up to date" : "updated: \(done)")
    }
  }

  private static func write(_ change: Change) throws {
    guard let before = change.before else { return try ResultFiles.deliver(change.after, to: change.path) }
    guard try WholeFile.replace(change.path, holding: before, by: change.after) else {
      throw Failure(
        path: change.path, reason: "it was changed by another program meanwhile; nothing of it is lost. Try again")
    }
  }

  /// - Parameter paths: of Markdown files, or folders, all Markdown files in which are meant, or patterns that a shell did not
  ///   replace.
  static func documents(at paths: [String]) throws -> [Document] { try paths.flatMap(documents) }

  private static func documents(at path: String) throws -> [Document] {
    guard Path.isFolder(path) else {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !Path.isFile(path), let wild = parts.firstIndex(where: { $0.contains { "*?".contains($0) } }) else {
        return [Document(path: path)]
      }
      let top = wild == 0 ? "." : parts[..<wild].joined(separator: "/") + "/"
      let glob = Glob(Path.normalized(path))
      let found = Path.isFolder(top) ? try documents(at: top).filter { glob.matches(Path.normalized($0.path)) } : []
      if found.isEmpty { throw Failure(path: path, reason: "no Markdown file matches") }
      return found
    }
    var found: [String] = []
    let names: [String]
    do { names = try FolderListing.entries(of: path).map(\.name).sorted() } catch {
      throw Failure(path: path, reason: FileReason.description(of: error))
    }
    for name in names where !name.hasPrefix(".") {
      let file = path + (path.hasSuffix("/") ? "" : "/") + name
      // Links to folders could lead in circles.
      let kind = (try? FileStatus(of: file, followsLast: false))?.kind
      if kind == .folder { found += try documents(at: file).map(\.path) }
      if kind == .file, [".md", ".markdown"].contains(where: name.lowercased().hasSuffix) { found.append(file) }
    }
    return found.map { Document(path: $0, isNamed: false) }
  }

  private func changes(of named: Document, in temporary: String) async throws -> [Change] {
    let path = named.path
    let before = named.modules.isEmpty || Path.isFile(path) ? try InputFile.read(path) : nil
    let document: MarkedDocument
    do { document = try MarkedDocument(before ?? []).showing(named.modules) } catch {
      throw Failure(path: path, line: error.line, reason: FileReason.description(of: error))
    }
    if document.parts.isEmpty {
      guard named.isNamed else { return [] }
      throw Failure(
        path: path,
        reason: "it has no part to update. Mark one with the lines `<!-- modgauge: graph -->` and `<!-- /modgauge -->`")
    }
    var (contents, pictures): ([String], [Change]) = ([], [])
    for part in document.parts {
      do {
        let made = try await content(of: part, in: path, temporary)
        contents.append(made.text)
        pictures += [made.picture].compactMap(\.self)
      } catch is CancellationError { throw CancellationError() } catch let error as Failure { throw error } catch {
        throw Failure(path: path, line: part.line, reason: Self.reason(of: error))
      }
    }
    return pictures + [Change(path: path, before: before, after: document.replacing(contents))]
  }

  private static func reason(of error: any Error) -> String {
    error is ExitCode || error is Reported
      ? "the workspace could not be read completely" : WorkspaceOptions.message(for: error)
  }

  private func content(
    of part: MarkedDocument.Part, in path: String, _ temporary: String
  ) async throws -> (text: String, picture: Change?) {
    let name = part.arguments[0]
    guard let type = commands.first(where: { $0._commandName == name }) else {
      let names = commands.map { $0._commandName }
      throw Failure(
        path: path, line: part.line,
        reason: "“\(name.visible)” cannot be in a document; \(names.joined(separator: ", ")) can")
    }
    return try await content(of: part, by: type, in: path, temporary)
  }

  private func content<Command: DocumentedCommand>(
    of part: MarkedDocument.Part, by type: Command.Type, in path: String, _ temporary: String
  ) async throws -> (text: String, picture: Change?) {
    var command = try type.parse(Array(part.arguments.dropFirst()))
    let requests = try command.result.isRequested ? command.result.requests() : []
    guard requests.count <= 1 else {
      throw Failure(
        path: path, line: part.line, reason: "a part holds one result; mark another part for each other one")
    }
    let usual = FormatName<Command.Answer>(argument: type.documentFormat)?.rendering
    let rendering = requests.first?.rendering ?? usual ?? Command.Answer.standardRendering
    command.workspace = workspace
    func answer() async throws -> [UInt8] {
      let file = "\(temporary)/answer.\(rendering.fileExtension)"
      command.result.output = []
      command.result.format = [FormatRequest(rendering, path: file)]
      try await command.run()
      return try InputFile.read(file)
    }
    guard let picture = requests.first?.path, picture != "-" else {
      guard !rendering.isDrawn || rendering.name == "dot" else {
        throw Failure(
          path: path, line: part.line, reason: "a picture needs a file beside the document: `-o docs/graph.svg`")
      }
      return (Self.fenced(String(decoding: try await answer(), as: UTF8.self), rendering.name), nil)
    }
    let place = try Self.place(of: picture, beside: path, line: part.line)
    let bytes = try await answer()
    let former = Path.isFile(place) ? try InputFile.read(place) : nil
    let link = picture.contains(" ") ? "<\(picture)>" : picture
    return ("![\(command.pictureTitle ?? "Module graph")](\(link))", Change(path: place, before: former, after: bytes))
  }

  private static func fenced(_ text: String, _ format: String) -> String {
    var text = text
    while text.hasSuffix("\n") { text.removeLast() }
    if format == "markdown" { return text }
    // Longer than any in the text.
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\(format)\n\(text)\n\(fence)"
  }

  /// The path of a picture, which stays below the document's folder: a document must not overwrite other files.
  private static func place(of picture: String, beside path: String, line: Int) throws -> String {
    func failure(_ reason: String) -> Failure { Failure(path: path, line: line, reason: reason) }
    let steps: [Substring] = picture.split(separator: "/", omittingEmptySubsequences: false)
    guard !steps.contains(where: { $0.isEmpty || $0 == ".." || $0.hasPrefix("-") }),
      ["svg", "png", "pdf"].contains(where: { picture.hasSuffix("." + $0) })
    else {
      throw failure("“\(picture.visible)” must be an svg, png or pdf file in the document's folder or below it")
    }
    let folder = path.contains("/") ? InputFile.folder(of: path) : "."
    let place = folder == "." ? picture : folder + "/" + picture
    let own = Path.canonical(folder) ?? folder
    let parent = Path.canonical(InputFile.folder(of: place))
    let kind = (try? FileStatus(of: place, followsLast: false))?.kind
    guard let parent, parent == own || parent.hasPrefix(own + "/"), kind == nil || kind == .file else {
      throw failure("“\(picture.visible)” must be a file in a folder that exists below the document's, without links")
    }
    return place
  }

  private static func difference(_ change: Change) -> String {
    let isText = [".md", ".markdown"].contains(where: change.path.lowercased().hasSuffix)
    guard isText, let before = change.before else { return "\(change.path.visible) is out of date\n" }
    return LineDifference(
      before: String(decoding: before, as: UTF8.self), after: String(decoding: change.after, as: UTF8.self)
    ).unified(name: change.path).visibleLines
  }
}
