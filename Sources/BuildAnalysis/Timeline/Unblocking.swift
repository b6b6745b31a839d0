/// When this build let dependents start, and the cost of that.
package struct Unblocking: Equatable, Sendable {
  /// Observed in the build.
  package enum Model: String, CaseIterable, Sendable {
    /// When a module was completely compiled: one driver per module, as in SwiftPM's native build system.
    case atModuleEnd
    /// As soon as `-emit-module` was done, while function bodies were still being compiled.
    case atEmitModule
  }

  package let model: Model

  /// The first dependent that started before the end of its dependency but after its `-emit-module`; `nil` if none did.
  package let witness: Witness?

  /// How long modules whose dependencies had all been emitted waited for the ends of these, added over all modules. It
  /// is measured, and greater than what the build would have been shorter by.
  package let waitedNanoseconds: Int

  /// How much earlier the build would have ended if dependents had been unblocked at `-emit-module`; `nil` if they
  /// were, or if the replay is not accurate enough.
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
