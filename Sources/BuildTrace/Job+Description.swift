extension Job {
  /// Classifies a process by its command line.
  ///
  /// - Parameters:
  ///   - program: the program's name without its folder.
  ///   - arguments: those, without the program's own name.
  ///   - contents: returns the bytes of a response file (`@file`) or of a list of primary files; called only if the
  ///     arguments themselves are not sufficient.
  /// - Complexity: O(*n*) in the length of the arguments.
  package init(program: String, arguments: [String], contents: (String) -> [UInt8]?) {
    var options = CompilerOptions(arguments, contents: contents)
    self.init(program: program, options: options)
    guard kind == .other || module == nil && kind != .link else { return }
    let expanded = ResponseFile.expanded(arguments, contents: contents)
    guard expanded.count != arguments.count else { return }
    options = CompilerOptions(expanded, contents: contents)
    self.init(program: program, options: options)
  }

  /// The paths of the objects that a frontend is told to write.
  /// - Parameters: as in ``init(program:words:contents:)``.
  package static func objects(arguments: [String], contents: (String) -> [UInt8]?) -> [String] {
    CompilerOptions(ResponseFile.expanded(arguments, contents: contents), contents: contents).outputs
      .filter { $0.withoutObjectSuffix != nil }
  }

  private init(program: String, options: CompilerOptions) {
    let kind = Kind(program: program, options: options)
    let folder = ObjectFolder(options.outputs.first ?? options.outputFileMap ?? "")
    let output = options.outputs.count == 1 ? options.outputs.first?.lastComponent : nil
    let source = folder?.source ?? output?.withoutObjectSuffix
    let files = kind == .cCompile ? source.map { [$0] } ?? [] : options.primaryFiles
    let module = options.module ?? (kind == .link ? output?.linkedModule : folder?.module)
    self.init(
      kind: kind, module: module,
      isTool: folder?.isTool == true || options.writesToolModule || module.map { $0 + "-tool" == output } == true,
      files: files, output: output)
  }
}

extension Job.Kind {
  private static let drivers = ["swiftc", "swift-driver"]
  private static let cDrivers = ["c++", "cc", "clang", "clang++", "g++", "gcc"]
  /// Linkers, and the programs that C drivers start for linking.
  private static let linkers = ["collect2", "ld", "ld.bfd", "ld.gold", "ld.lld", "ld64.lld", "lld", "mold"]
  private static let others = ["ar", "as", "cc1", "cc1plus", "llvm-ar", "swift-autolink-extract"]

  /// Whether a program of this name compiles, links, or serves compilers.
  static func isKnown(program: String) -> Bool {
    let name = program.withoutVersion
    return drivers.contains(name) || cDrivers.contains(name) || linkers.contains(name) || others.contains(name)
      || ["swift-frontend", "swift-plugin-server"].contains(name)
  }

  fileprivate init(program: String, options: CompilerOptions) {
    switch program.withoutVersion {
    case let name where Self.drivers.contains(name):
      self = options.isFrontend ? options.mode : options.asksOnly ? .other : .plan
    case "swift-frontend": self = options.mode
    case let name where Self.cDrivers.contains(name):
      self = options.compiles ? .cCompile : options.asksOnly || options.outputs.isEmpty ? .other : .link
    case let name where Self.linkers.contains(name): self = options.outputs.isEmpty ? .other : .link
    case "swift-plugin-server": self = .macroPlugin
    default: self = .other
    }
  }
}

/// The options of a compiler that determine its job.
private struct CompilerOptions {
  private(set) var module: String?
  private(set) var outputs: [String] = []
  private(set) var outputFileMap: String?
  private(set) var primaryFiles: [String] = []
  private(set) var compiles = false
  /// Whether the compiler only prints information, such as its version or the description of a target.
  private(set) var asksOnly = false
  private(set) var isFrontend = false
  private var frontendMode: Job.Kind?

  /// The job of a frontend with these options.
  var mode: Job.Kind { frontendMode ?? (compiles ? .compile : .other) }

  /// Whether the module is built to run during the build: SwiftPM has a separate folder for such modules.
  var writesToolModule: Bool {
    outputs.first?.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("Modules-tool".utf8) } == true
  }

  init(_ arguments: [String], contents: (String) -> [UInt8]?) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "-module-name": module = rest.popFirst()
      case "-modulewrap":
        frontendMode = .wrap
        // Drivers number temporary files: `Core-1.swiftmodule`.
        module = rest.popFirst().flatMap { $0.lastComponent.split { $0 == "." || $0 == "-" }.first.map(String.init) }
      case "-o": rest.popFirst().map { outputs.append($0) }
      case "-output-filelist": outputs += ResponseFile.lines(rest.popFirst(), contents)
      case "-output-file-map": outputFileMap = rest.popFirst()
      case "-primary-file": rest.popFirst().map { primaryFiles.append($0.lastComponent) }
      case "-primary-filelist": primaryFiles += ResponseFile.lines(rest.popFirst(), contents).map(\.lastComponent)
      // The values of these options may look like options themselves.
      case "-Xfrontend", "-Xcc", "-Xclang", "-Xlinker", "-Xllvm", "-I", "-F", "-L", "-D": _ = rest.popFirst()
      default: note(flag: word)
      }
    }
  }

  private mutating func note(flag: String) {
    switch flag {
    case "-frontend": isFrontend = true
    case "-c", "-emit-object", "-emit-assembly", "-emit-bc", "-emit-ir": compiles = true
    // A frontend that compiles can also write the module.
    case "-emit-module", "-merge-modules": if !compiles { frontendMode = .emitModule }
    case "-scan-dependencies": frontendMode = .scan
    case "-print-target-info", "-emit-supported-features", "-h", "-help", "--help", "--version", "-version", "-E", "-M",
      "-MM", "-###":
      asksOnly = true
    default: break
    }
  }
}

/// A path such as `debug/CShapes.build/round/circle.c.o`, split at the folder of a module's objects.
private struct ObjectFolder {
  let module: String
  /// The source of an object, relative to the module's folder.
  let source: String?
  let isTool: Bool

  private static let suffix = ".build"
  private static let toolSuffix = "-tool"

  init?(_ path: String) {
    let parts = path.split(separator: "/")
    guard let index = parts.dropLast().lastIndex(where: { $0.hasSuffix(Self.suffix) && $0 != Self.suffix }) else {
      return nil
    }
    let name = parts[index].dropLast(Self.suffix.count)
    isTool = name.hasSuffix(Self.toolSuffix)
    module = String(isTool ? name.dropLast(Self.toolSuffix.count) : name).compiledModule
    source = parts[(index + 1)...].joined(separator: "/").withoutObjectSuffix
  }
}

extension String {
  private static let testableSuffix = "-testable"

  /// The module name that the compiler uses, from the name of a folder of objects. SwiftPM's build systems keep the
  /// objects of `my-tool` in `my_tool.build` or in `my-tool.build`, and those for its tests in
  /// `my-tool-8C1DACD8D-testable.build`.
  fileprivate var compiledModule: String {
    var name = self[...]
    if name.hasSuffix(Self.testableSuffix) {
      name = name.dropLast(Self.testableSuffix.count)
      if let dash = name.lastIndex(of: "-") { name = name[..<dash] }
      // The number may be negative; its minus sign is then still there.
      if name.hasSuffix("-") { name = name.dropLast() }
    }
    return String(name.map { $0 == "-" ? "_" : $0 })
  }

  /// The module whose objects a linker combines into one, such as `Core.o`; `nil` for other outputs, whose names do not
  /// contain the module's name.
  fileprivate var linkedModule: String? { withoutObjectSuffix?.compiledModule }

  /// The name without a version: `clang` for `clang-17`.
  fileprivate var withoutVersion: String {
    guard let dash = lastIndex(of: "-"), dash != startIndex,
      self[dash...].dropFirst().allSatisfy({ $0.isNumber || $0 == "." })
    else { return self }
    return String(self[..<dash])
  }

  fileprivate var withoutObjectSuffix: String? { hasSuffix(".o") ? String(dropLast(2)) : nil }

  fileprivate var lastComponent: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return String(self[utf8.index(after: slash)...])
  }
}
