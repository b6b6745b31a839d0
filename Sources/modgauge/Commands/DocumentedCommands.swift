extension GraphCommand: DocumentedCommand {
  static var documentFormat: String { "markdown" }
  var pictureTitle: String? { look.title }
}
extension MetricsCommand: DocumentedCommand { static var documentFormat: String { "markdown" } }
extension RolesCommand: DocumentedCommand { static var documentFormat: String { "markdown" } }
extension WhyCommand: DocumentedCommand { static var documentFormat: String { "markdown" } }
extension CyclesCommand: DocumentedCommand {}
extension PackagesCommand: DocumentedCommand { static var documentFormat: String { "markdown" } }
extension DependenciesCommand: DocumentedCommand {}
extension DependentsCommand: DocumentedCommand {}

extension DocumentUpdate {
  init(workspace: WorkspaceOptions, isCheck: Bool) {
    self.init(
      workspace: workspace,
      commands: [
        GraphCommand.self, WhyCommand.self, DependenciesCommand.self, DependentsCommand.self, CyclesCommand.self,
        MetricsCommand.self, RolesCommand.self, PackagesCommand.self,
      ], isCheck: isCheck)
  }
}
