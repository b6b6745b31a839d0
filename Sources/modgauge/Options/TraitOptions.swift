import ArgumentParser
import Documents

/// The traits of the root packages, as in SwiftPM's options.
struct TraitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Enable only these traits; default stands for the default ones.", valueName: "a,b"))
  var traits: String?

  @Flag(help: "Enable all traits.")
  var enableAllTraits = false

  @Flag(help: "Enable no trait.")
  var disableDefaultTraits = false

  func validate() throws {
    if [traits != nil, enableAllTraits, disableDefaultTraits].filter({ $0 }).count > 1 {
      throw ValidationError("--traits, --enable-all-traits and --disable-default-traits cannot be combined.")
    }
  }

  var request: TraitRequest {
    var request = TraitRequest()
    request.named = traits.map { $0.split(separator: ",").map(String.init) }
    (request.all, request.none) = (enableAllTraits, disableDefaultTraits)
    return request
  }
}
