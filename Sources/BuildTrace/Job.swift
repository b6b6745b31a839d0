/// What a process of a build was for, as far as its arguments tell.
package struct Job: Equatable, Sendable {
  /// The raw value is the JSON word.
  package enum Kind: String, CaseIterable, Sendable {
    /// A driver (`swiftc`), which plans jobs and starts them: it lasts as long as they do.
    case plan
    case emitModule
    /// Swift files to objects: the primary files of a batch, or a whole module at once.
    case compile
    case link
    /// A module packed into an object, for debuggers.
    case wrap
    /// A server of macros for a compiler.
    case macroPlugin
    /// A file in C, C++, Objective-C or assembly to an object.
    case cCompile
    /// What does a module import?
    case scan
    case other
  }

  package var kind: Kind

  /// The module as the compiler names it (`-module-name`, or the folder of its objects); `nil` where the arguments do
  /// not tell, as for a linker that is called with objects alone.
  package var module: String?

  /// Whether the module was built to run during the build (a macro, or what a plugin uses); such a module may be built
  /// a second time for the product.
  package var isTool: Bool

  /// Names of the files that this process compiled, in the order of the arguments: primary files of Swift, without
  /// their folders, or the source of a C compile, relative to its module. Empty for a whole module at once.
  package var files: [String]

  /// How many files these were; more than `files` holds where their names would make an event too long.
  package var fileCount: Int

  /// The name of what it was to write, without its folders: of a linker the product's. `nil` for several files.
  package var output: String?

  package init(
    kind: Kind, module: String? = nil, isTool: Bool = false, files: [String] = [], fileCount: Int? = nil,
    output: String? = nil
  ) {
    self.kind = kind
    self.module = module
    self.isTool = isTool
    self.files = files
    self.fileCount = fileCount ?? files.count
    self.output = output
  }
}
