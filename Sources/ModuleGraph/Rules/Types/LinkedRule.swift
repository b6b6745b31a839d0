/// Modules that must be in an app.
struct LinkedRule: RuleType {
  static let name = "linked"
  static let summary = "Each of the modules is linked into an app: reached by dependencies that link."
  static let parameters = Linking.parameters
  static let example = """
    id: features-are-shipped
    type: linked
    modules: { layer: feature }
    """

  let values: RuleValues

  private var linking: Linking { Linking(values: values) }

  func check(_ run: inout RuleRun) {
    let modules = linking.modules(&run)
    guard let apps = linking.apps(&run) else { return }
    let linked = linking.linked(by: apps.members, run)
    for vertex in modules.members where linked[vertex] == nil {
      run.report("\(run.names[vertex]) is not linked into \(linking.words(for: apps, run))", of: vertex)
    }
  }
}
