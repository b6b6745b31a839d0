import ArgumentParser
import ModuleGraph
import Reports
import Services
import Workspace

extension ResultOptions.Destination where Document == AffectedReport {
  /// A test plan that the user made is never replaced.
  /// - Throws: `ValidationError`.
  func checkTestPlan() throws {
    guard Path.isFile(path),
      !(String(decoding: try InputFile.read(path), as: UTF8.self).contains(AffectedReport.planName))
    else { return }
    throw ValidationError("“\(path)” is a test plan that modgauge did not write. Name another file.")
  }
}

extension AffectedReport {
  /// - Parameter isQuiet: whether to print no warning about roles.
  init(
    _ answer: AffectedSession.Answer, kinds: Set<AffectedItem.Kind>, _ configuration: FoundConfiguration, isQuiet: Bool
  ) throws {
    let graph = answer.affected.graph
    var sampleApps: Set<ModuleID> = []
    do {
      let roles = try Roles(
        graph, settings: configuration.settings.roles, unreadProject: answer.workspace.unreadProject)
      sampleApps = Set(roles.assignments.filter { $0.role == .sampleApp }.map(\.module))
    } catch {
      if !isQuiet { Terminal.note("warning: sample apps are unknown: \("\(error)".visible)") }
    }
    let programs = graph.modules.filter { [.app, .executable, .tool].contains($0.kind) }.map(\.id)
    self.init(
      answer.affected,
      items: answer.affected.items(sampleApps: sampleApps, apps: Set(programs).subtracting(sampleApps)),
      kinds: kinds, between: answer.states, fileCount: answer.fileCount, unowned: answer.unowned)
  }
}
