/// The task of a process in a build, according to its command line.
package struct Job: Equatable, Sendable {
  /// The kinds of tasks. The raw values are the words in JSON.
  package enum Kind: String, CaseIterable, Sendable {
    /// A driver (`swiftc`), which plans jobs and starts them; it runs until they have ended.
    case plan
    case emitModule
    /// Compiles Swift files to objects: the primary files of a batch, or a whole module at once.
    case compile
    case link
    /// Wraps a module in an object, for debuggers.
    case wrap
    /// Runs macros for a compiler (a plugin server).
    case macroPlugin
    /// Compiles a file in C, C++, Objective-C or assembly to an object.
    case cCompile
    /// Scans a module's imports.
    case scan
    case other
  }

  package var kind: Kind

  /// The module as the compiler names it (`-module-name`, or the folder of its objects); `nil` if the command line does
  /// not name it, as for a linker that gets only objects.
  package var module: String?

  /// Whether the module was built to run during the build, as a macro or for a plugin. Such a module may be built a
  /// second time for the product.
  package var isTool: Bool

  /// The files that this process compiled, in the order of the arguments: names of primary Swift files without their
  /// folders, or the source of a C compile, relative to its module. Empty if a whole module was compiled at once.
  package var files: [String]

  /// The number of these files; greater than `files.count` if their names would have made an event too long.
  package var fileCount: Int

  /// The number of objects that the process wrote; `nil` if unknown. A compiler does not write the object of a file whose
  /// LLVM IR stayed the same.
  package var writtenObjects: Int?

  /// The name of the output file without its folders; for a linker, the name of the product. `nil` if there are several
  /// outputs.
  package var output: String?

  package init(
    kind: Kind, module: String? = nil, isTool: Bool = false, files: [String] = [], fileCount: Int? = nil,
    writtenObjects: Int? = nil, output: String? = nil
  ) {
    self.kind = kind
    self.module = module
    self.isTool = isTool
    self.files = files
    self.fileCount = fileCount ?? files.count
    self.writtenObjects = writtenObjects
    self.output = output
  }
}
