import Foundation

/// How much of a campaign of generated inputs is made: a part of it in `script/test`, and all of it in `script/soak`,
/// which sets `MODGAUGE_SOAK_ALL`.
package enum Campaign {
  package static let isWhole = ProcessInfo.processInfo.environment["MODGAUGE_SOAK_ALL"] != nil

  /// The inputs at multiples of `step`, from the first one on; all of them in a whole campaign.
  package static func part<Input>(of inputs: [Input], every step: Int) -> [Input] {
    isWhole ? inputs : stride(from: 0, to: inputs.count, by: step).map { inputs[$0] }
  }
}
