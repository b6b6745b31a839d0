/// Modules that must not be in an app: unreleased ones, or those for debugging.
struct NotLinkedRule: RuleType {
  static let name = "not-linked"
  static let summary = "None of the modules is linked into an app."
  static let parameters = Linking.parameters
  static let example = """
    id: not-released-yet
    type: not-linked
    modules: { tag: unreleased }
    from: App
    """

  let values: RuleValues

  private var linking: Linking { Linking(values: values) }

  func check(_ run: inout RuleRun) {
    let modules = linking.modules(&run)
    guard let apps = linking.apps(&run) else { return }
    let linked = linking.linked(by: apps.members, run)
    for vertex in modules.members {
      guard linked[vertex] != nil else { continue }
      let path = Array(sequence(first: vertex) { linked[$0] ?? nil }.reversed())
      guard let app = path.first, path.count > 1 else { continue }
      let between = path.dropFirst().dropLast().map { run.names[$0] }
      let way = between.isEmpty ? "" : " through \(between.joined(separator: ", "))"
      run.report(
        "\(run.names[vertex]) is linked into \(run.names[app])\(way)",
        subject: [run.modules[vertex].id.description], modules: [vertex], path: path,
        // The last step is the one to remove.
        dependencies: run.statements(along: path), places: run.places(along: path.suffix(2)))
    }
  }
}
