import ModuleGraph
import Mustache

/// Fills in Mustache texts, in which every variable must be known.
struct TemplateText {
  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  /// - Parameter place: the file, for errors.
  func rendered(_ text: String, place: String) throws(TemplateError) -> String {
    guard text.contains("{{") else { return text }
    // Partials are files of another library, which a template does not have.
    if text.contains("{{>") || text.contains("{{<") {
      throw TemplateError("\(place): partials are not supported; write the text out.")
    }
    let template: MustacheTemplate
    do { template = try MustacheTemplate(string: Self.plain + text) } catch let error as MustacheTemplate.ParserError {
      let line = max(1, error.context.lineNumber - 1)
      throw TemplateError("\(place):\(line): \(Self.words(error.error)).")
    } catch { throw TemplateError("\(place): \(error).") }
    let lookup = Lookup(values)
    let result = template.render(lookup)
    if let unknown = lookup.unknown.first {
      let known = values.keys.sorted()
      throw TemplateError(
        "\(place): there is no variable “\(unknown)”.\(known.nearest(to: unknown).suggestion)"
          + " There are \(known.joined(separator: ", ")).")
    }
    return result
  }

  /// Nothing is escaped for HTML. The line disappears.
  private static let plain = "{{% CONTENT_TYPE:TEXT}}\n"

  private static func words(_ error: any Error) -> String {
    switch error as? MustacheTemplate.Error {
    case .sectionCloseNameIncorrect: "the end of a section has another name than its start"
    case .unfinishedName: "a tag is not closed"
    case .expectedSectionEnd: "a section has no end"
    case .invalidSetDelimiter: "a change of the delimiters is not valid"
    default: "\(error)"
    }
  }
}

private final class Lookup: MustacheParent {
  private let values: [String: String]
  private(set) var unknown: [String] = []

  init(_ values: [String: String]) { self.values = values }

  func child(named name: String) -> Any? {
    switch values[name] {
    case "": return Nothing()
    case "true": return true
    case "false": return false
    case let value?: return value
    case nil:
      unknown.append(name)
      return nil
    }
  }

  /// An empty value, whose section is left out.
  private struct Nothing: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
  }
}
