import ArgumentParser
import Services

/// Selects the files of one module instead of modules.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show the files of this module instead of modules: which file needs which, from the compiler's index.",
      valueName: "module"))
  var files: String?

  @Option(
    help: ArgumentHelp(
      "With --files: the index store to read. Default: the most complete one below .build.", valueName: "folder"))
  var indexStore: String?

  @Flag(help: "With --files: build the module with an index first, in a private copy of the workspace.")
  var buildIndex = false

  @OptionGroup var planned: DryRunOptions

  @Flag(help: "With --files: accept an index that is outdated or incomplete.")
  var force = false

  func validate() throws {
    try planned.check(requires: buildIndex ? nil : "--build-index")
    if indexStore != nil, buildIndex { throw ValidationError("--index-store and --build-index cannot be combined.") }
    guard files == nil else { return }
    if let option = indexStore != nil ? "--index-store" : buildIndex ? "--build-index" : force ? "--force" : nil {
      throw ValidationError("\(option) requires --files.")
    }
  }

  var request: IndexRequest {
    var request = IndexRequest()
    (request.store, request.isBuilt, request.isForced) = (indexStore, buildIndex, force)
    return request
  }
}
