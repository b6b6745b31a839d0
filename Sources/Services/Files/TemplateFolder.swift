import Configuration
import ModuleGraph
import Platform
package import Synthesis
import Workspace

/// The templates of `modgauge scaffold`: a team's own, each in a folder, and the built-in ones.
package struct TemplateFolder {
  /// Where a team keeps its templates, relative to the configuration or the workspace.
  package static let place = ".modgauge/templates"

  /// Absolute.
  package let path: String

  package init(path: String) { self.path = path }

  private static let mostFiles = 1000
  private static let mostBytes = 16 << 20

  /// The names of all templates, sorted.
  package var names: [String] { Set(own + BuiltInTemplates.all.keys).sorted() }

  private var own: [String] {
    let entries = (try? FolderListing.entries(of: path)) ?? []
    return entries.map(\.name).filter { Path.isFile("\(path)/\($0)/\(ScaffoldTemplate.descriptionFile)") }
  }

  /// Reads a template. A team's own takes precedence.
  /// - Throws: `TemplateError`, `ConfigurationError`, `InputFile.Unreadable`.
  package func template(named name: String) throws -> ScaffoldTemplate {
    let files: [ScaffoldTemplate.File]
    if own.contains(name) {
      files = try Self.files(below: "\(path)/\(name)")
    } else if let builtIn = BuiltInTemplates.all[name] {
      files = builtIn
    } else {
      throw Self.unknown(name, names)
    }
    let description = files.first { $0.path == ScaffoldTemplate.descriptionFile }
    let shown = own.contains(name) ? "\(path)/\(name)/\(ScaffoldTemplate.descriptionFile)" : "the built-in template"
    var template = try ScaffoldTemplate(yaml: description?.bytes ?? [], name: name, file: shown)
    template.files = files.filter { $0.path != ScaffoldTemplate.descriptionFile }
    return template
  }

  private static func unknown(_ name: String, _ known: [String]) -> TemplateError {
    TemplateError(
      "There is no template “\(name)”.\(known.nearest(to: name).suggestion) There are \(known.joined(separator: ", "))."
    )
  }

  /// All files below a folder, sorted by path.
  private static func files(below folder: String) throws -> [ScaffoldTemplate.File] {
    let root = Path.canonical(folder) ?? folder
    var (files, folders, bytes): ([ScaffoldTemplate.File], [String], Int) = ([], [""], 0)
    while let next = folders.popLast() {
      let entries: [FolderListing.Entry]
      do { entries = try FolderListing.entries(of: root + "/" + next) } catch {
        throw TemplateError("`\("\(root)/\(next)".visible)` cannot be read (\(error)).")
      }
      for entry in entries where entry.name != ".DS_Store" {
        let path = next + entry.name
        let real = Path.canonical("\(root)/\(path)") ?? ""
        // A link to a folder above would have no end.
        guard real == "\(root)/\(path)" || (real.hasPrefix(root + "/") && !Path.isFolder(real)) else {
          let link = "\(folder)/\(path)".visible
          throw TemplateError("`\(link)` is a link that leads out of the template, to `\(real.visible)`.")
        }
        if Path.isFolder(real) {
          folders.append(path + "/")
          continue
        }
        let contents = try InputFile.read(real, shownAs: "\(folder)/\(path)")
        bytes += contents.count
        guard files.count < mostFiles, bytes <= mostBytes else {
          throw TemplateError(
            "`\(folder.visible)` has more than \(mostFiles) files or \(mostBytes >> 20) MB; that is no template.")
        }
        files.append(ScaffoldTemplate.File(path: path, bytes: contents))
      }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Writes a built-in template into the folder, to be changed.
  /// - Returns: the paths of the files.
  package func eject(_ name: String) throws -> [String] {
    guard let files = BuiltInTemplates.all[name] else { throw Self.unknown(name, BuiltInTemplates.all.keys.sorted()) }
    guard !Path.isFolder("\(path)/\(name)") else {
      throw TemplateError("`\("\(path)/\(name)".visible)` is there already. Change that, or move it away first.")
    }
    try ResultFiles.write(files.map { ($0.path, $0.bytes) }, below: "\(path)/\(name)", mayReplace: false)
    return files.map { "\(path)/\(name)/\($0.path)" }
  }
}
