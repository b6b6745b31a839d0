package import BuildTrace
import ModuleGraph

extension Recording {
  /// The context of one recorded build of a run.
  /// - Parameters:
  ///   - sample: a sample of the run.
  ///   - trace: the trace of the sample.
  /// - Returns: `nil` if the run has no such arm.
  package init?(of sample: Sample, in run: Run, trace: BuildTrace) {
    guard let arm = run.arms.first(where: { $0.name == sample.arm }) else { return nil }
    self.init(
      subject: RecordedSubject(
        workspace: run.workspace.name, target: arm.name, configuration: run.plan.configuration, buildSystem: nil,
        toolchain: trace.header.toolchain ?? "", isClean: sample.scenario == .clean),
      graph: run.workspace.graph.part(builtFor: arm), machineCPUMicroseconds: nil,
      sleptSeconds: sample.noise?.sleptSeconds)
  }
}
