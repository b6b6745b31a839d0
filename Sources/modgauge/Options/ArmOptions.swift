import ArgumentParser
import Documents

/// What is built and compared, instead of what `modgauge roles` finds.
struct ArmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The combined app, or all for the whole package without tests. Default: what `modgauge roles` finds.",
      valueName: "name"), completion: NameCompletion.modules)
  var combined: String?

  @Option(
    help: ArgumentHelp(
      "A feature or its sample app; may be repeated; none for the combined app alone. Default: those that `modgauge roles` finds.",
      valueName: "name"), completion: NameCompletion.modules)
  var feature: [String] = []

  var request: ArmRequest {
    var request = ArmRequest()
    (request.combined, request.features) = (combined, feature)
    return request
  }
}
