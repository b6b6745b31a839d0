/// When this build let dependents start, and what that cost.
package struct Unblocking: Equatable, Sendable {
  /// Taken from the build that ran.
  package enum Model: String, CaseIterable, Sendable {
    /// When all of a module was compiled: one driver a module, as SwiftPM's native build system runs them.
    case atModuleEnd
    /// As soon as `-emit-module` was done, with the bodies still being compiled.
    case atEmitModule
  }

  package let model: Model

  /// A dependent that started before the end of its dependency but after its `-emit-module`; the first of them.
  /// `nil` where none did.
  package let witness: Witness?

  /// For how long modules whose dependencies had all been emitted waited for their ends, all modules added up. It was
  /// measured, and the build would not have been shorter by as much.
  package let waitedNanoseconds: Int

  /// How much sooner the build would have ended had it unblocked dependents at `-emit-module`; `nil` where it did, or
  /// where the replay is not to be trusted.
  package let predictedGain: PredictedGain?

  package struct Witness: Hashable, Sendable {
    package let dependent: BuiltModule
    package let dependency: BuiltModule
  }

  package init(model: Model, witness: Witness?, waitedNanoseconds: Int, predictedGain: PredictedGain?) {
    self.model = model
    self.witness = witness
    self.waitedNanoseconds = waitedNanoseconds
    self.predictedGain = predictedGain
  }
}
