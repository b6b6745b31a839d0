import ModuleGraph

/// An importing line in JSON.
struct AnsweredImport: Encodable {
  let from: String
  let to: String
  let module: String?
  let header: String?
  let file: String
  let line: Int
  let column: Int?
  let condition: String?

  init(_ site: ImportSite) {
    from = site.from.description
    to = site.to.description
    switch site.use.imported {
    case .module(let name): (module, header) = (name, nil)
    case .header(let path): (module, header) = (nil, path)
    }
    file = site.use.location.file
    line = site.use.location.line
    column = site.use.column
    condition = site.use.condition?.description
  }
}
