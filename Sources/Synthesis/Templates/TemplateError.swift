import ModuleGraph

/// What is wrong with a template, or with what is given for it.
package enum TemplateError: Error, Hashable, Sendable {
  case name(String, String)
  case moduleName(String, String)
  case moduleTwice(String)
  case unknownParameter(String, [String])
  case missing(ScaffoldTemplate.Parameter)
  case mismatch(ScaffoldTemplate.Parameter, String)
  case pattern(String, String)
  case undefined(String, String, [String])
  case mustache(String, line: Int?, words: String)
  case partial(String)
  case outside(String, String)
  case binary(String)
  case fileTwice(String)
}

extension TemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name(let name, let problem): "“\(name)” \(problem)."
    case .moduleName(let name, let problem):
      "The template would make a module “\(name)”, which \(problem). Give another name."
    case .moduleTwice(let name):
      "The template would make two modules “\(name)”. Give them other names in its template.yml."
    case .unknownParameter(let key, let known):
      "The template has no parameter “\(key)”"
        + (known.isEmpty
          ? "; it has none."
          : "." + known.nearest(to: key).suggestion + " It has "
            + known.joined(separator: ", ") + ".")
    case .missing(let parameter):
      "The template needs “\(parameter.name)”"
        + (parameter.help.map { " (\($0))" } ?? "") + ". Give it with --set \(parameter.name)=VALUE."
    case .mismatch(let parameter, let value):
      "“\(value)” is no value of “\(parameter.name)”, which must match \(parameter.pattern ?? "")"
        + (parameter.help.map { " (\($0))" } ?? "") + "."
    case .pattern(let name, let pattern): "The pattern of “\(name)” is no regular expression: \(pattern)"
    case .undefined(let place, let name, let known):
      "\(place): there is no variable “\(name)”" + "." + known.nearest(to: name).suggestion
        + " There are \(known.joined(separator: ", "))."
    case .mustache(let place, let line, let words): "\(place):\(line.map { "\($0):" } ?? "") \(words)."
    case .partial(let place): "\(place): partials are not supported; write the text out."
    case .outside(let file, let path): "\(file): it would be written to “\(path)”, outside of its folder."
    case .binary(let file): "\(file) is not UTF-8 text. Templates contain only text."
    case .fileTwice(let path): "The template would write “\(path)” twice."
    }
  }
}
