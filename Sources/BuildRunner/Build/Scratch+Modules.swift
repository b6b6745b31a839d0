import ModuleGraph
import Platform
import Workspace

extension Scratch {
  /// The contents of each `.swiftmodule` of a module, by its path in the scratch folder: what its dependents compile
  /// against.
  /// - Parameter module: the name that the compiler uses.
  func interfaces(of module: String) throws(BenchmarkError) -> [String: [UInt8]] {
    var interfaces: [String: [UInt8]] = [:]
    for file in try builtFiles() where file.hasSuffix("/\(module).swiftmodule") {
      let path = "\(path)/\(file)"
      // For Apple's platforms it may be a folder of files with other names.
      if (try? FileStatus(of: path, followsLast: false))?.kind == .file { interfaces[file] = try FileTree.read(path) }
    }
    return interfaces
  }

  /// Removes the compiler's outputs of a module, so that the next build compiles this module and no other.
  ///
  /// Files that SwiftPM created while planning stay, since it does not create them again.
  /// - Parameters:
  ///   - folder: where the outputs are kept meanwhile; emptied first.
  /// - Returns: a value that puts all of them back.
  func setAside(_ module: Module, in folder: String) throws(BenchmarkError) -> SetAside {
    try FileTree.remove(folder)
    let files = try builtFiles().filter { Self.isCompiled($0, of: module) }
    for file in files { try Self.move("\(path)/\(file)", to: "\(folder)/\(file)") }
    let database = "\(path)/\(Self.database)"
    if Path.isFile(database) {
      try FileTree.makeFolder(folder)
      try FileTree.copy(database, to: "\(folder)/\(Self.database)")
    }
    return SetAside(scratch: self, module: module, folder: folder, files: files)
  }

  /// The removed outputs of a module, with llbuild's database at that time.
  ///
  /// A file that is put back is unchanged for llbuild (device, inode, size, date), so that its dependents are not built
  /// again.
  struct SetAside {
    fileprivate let scratch: Scratch
    fileprivate let module: Module
    fileprivate let folder: String
    fileprivate let files: [String]

    func giveBack() throws(BenchmarkError) {
      for file in try scratch.builtFiles() where Scratch.isCompiled(file, of: module) {
        try FileTree.remove("\(scratch.path)/\(file)")
      }
      for file in files { try Scratch.move("\(folder)/\(file)", to: "\(scratch.path)/\(file)") }
      let database = "\(folder)/\(Scratch.database)"
      if Path.isFile(database) {
        try FileTree.remove("\(scratch.path)/\(Scratch.database)")
        try Scratch.move(database, to: "\(scratch.path)/\(Scratch.database)")
      }
      try FileTree.remove(folder)
    }
  }

  private static let database = "build.db"

  private static func move(_ source: String, to destination: String) throws(BenchmarkError) {
    try FileTree.makeFolder(String(destination[..<(destination.lastIndex(of: "/") ?? destination.endIndex)]))
    try FileTree.move(source, to: destination)
  }

  private static func isCompiled(_ file: String, of module: Module) -> Bool {
    let parts = file.split(separator: "/").map(String.init)
    guard let name = parts.last, outputs.contains(where: name.hasSuffix), let first = name.split(separator: ".").first
    else { return false }
    return parts.dropLast().contains { $0 == "\(module.name).build" || $0 == "\(module.compiledName).build" }
      || parts.dropLast().last == "Modules" && first == module.compiledName
  }

  /// The outputs of a compiler: objects, dependencies, diagnostics, and records for the next build.
  private static let outputs = [
    ".o", ".d", ".dia", ".swiftdeps", ".swiftmodule", ".swiftdoc", ".swiftsourceinfo", ".abi.json", ".priors",
    ".swiftconstvalues",
  ]
}
