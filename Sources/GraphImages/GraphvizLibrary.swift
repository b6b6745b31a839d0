import CGraphviz
import Platform

/// Graphviz's library, in this process.
///
/// It is loaded when the first picture is drawn, so that no other start loads it and the libraries that it needs.
/// Everything else works without it.
struct GraphvizLibrary: @unchecked Sendable {
  // Addresses of functions and of constants.
  let functions: modgauge_graphviz

  /// The library, or why there is none.
  static let loaded: Result<GraphvizLibrary, GraphImageError> = {
    do throws(GraphImageError) { return .success(try GraphvizLibrary()) } catch { return .failure(error) }
  }()

  /// Names of versions that a system may have, then that of a development package; on macOS, in Homebrew's folders.
  static let names =
    ["libgvc.so.6", "libgvc.so.7", "libgvc.so"]
    + ["/opt/homebrew/lib/", "/usr/local/lib/"].map { $0 + "libgvc.dylib" }

  /// - Parameter names: the first library that can be loaded is used.
  /// - Throws: `GraphImageError`, with the loader's message about the first one.
  init(names: [String] = GraphvizLibrary.names) throws(GraphImageError) {
    var loader: FunctionLoader?
    var reason = ""
    for name in names where loader == nil {
      do throws(DynamicLibrary.LoadError) { loader = FunctionLoader(try DynamicLibrary(at: name)) } catch {
        if reason.isEmpty { reason = error.reason }
      }
    }
    guard var loader else { throw .missing(reason: reason) }
    functions = loader.graphviz
    if let missing = loader.missing { throw .missing(reason: "libgvc has no \(missing)") }
    try checkVersion()
  }

  /// Structures of another version of Graphviz may have another layout; those of a correction of one have not.
  private func checkVersion() throws(GraphImageError) {
    guard let context = functions.gvContext() else { throw .unavailable }
    let installed = functions.gvcVersion(context).map { String(cString: $0) } ?? ""
    _ = functions.gvFreeContext(context)
    let expected = String(cString: modgauge_graphviz_version)
    guard Self.isCompatible(installed, with: expected) else {
      throw .otherVersion(installed: installed, expected: expected)
    }
  }

  /// Whether two versions differ in their last number at most: 2.42.2 and 2.42.4.
  static func isCompatible(_ version: String, with other: String) -> Bool { series(version) == series(other) }

  /// The 2.42.2 of Debian and Ubuntu calls itself 2.43.0; the headers with structures are those of 2.42.4.
  private static func series(_ version: String) -> String {
    let series = version.split(separator: ".").prefix(2).joined(separator: ".")
    return series == "2.43" ? "2.42" : series
  }
}

extension GraphDrawing {
  /// Why nothing can be drawn on this machine; `nil` if it can.
  package static var obstacle: GraphImageError? {
    if case .failure(let error) = GraphvizLibrary.loaded { error } else { nil }
  }
}

extension FunctionLoader {
  fileprivate var graphviz: modgauge_graphviz {
    mutating get {
      modgauge_graphviz(
        gvContext: find("gvContext"), gvFreeContext: find("gvFreeContext"), gvcVersion: find("gvcVersion"),
        gvLayout: find("gvLayout"), gvFreeLayout: find("gvFreeLayout"), gvRender: find("gvRender"),
        agread: find("agread"), agclose: find("agclose"), agseterrf: find("agseterrf"), agget: find("agget"),
        agnameof: find("agnameof"), agfstnode: find("agfstnode"), agnxtnode: find("agnxtnode"),
        agfstout: find("agfstout"), agnxtout: find("agnxtout"), AgIdDisc: find("AgIdDisc"),
        AgIoDisc: find("AgIoDisc"))
    }
  }
}
