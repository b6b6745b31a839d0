/// Files of Xcode's, as Xcode writes them, in as far as it is about packages.
package enum XcodeFixture {
  /// A target of a project.
  package struct Target {
    let name: String
    let type: String
    let isa: String
    let products: [String]
    let dependencies: [String]
    let links: [String]
    let folder: String?

    /// - Parameters:
    ///   - type: what follows `com.apple.product-type.`.
    ///   - isa: the class of the target.
    ///   - products: names of packages' products; `id/Name` names one of the packages by its id, `local1` or `remote1`.
    ///   - dependencies: names of targets of the same project.
    ///   - links: names of built files, such as `Core.framework`.
    ///   - folder: where its sources are.
    package init(
      _ name: String, type: String = "application", isa: String = "PBXNativeTarget", products: [String] = [],
      dependencies: [String] = [],
      links: [String] = [], folder: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isa = isa
      self.products = products
      self.dependencies = dependencies
      self.links = links
      self.folder = folder
    }
  }

  /// `contents.xcworkspacedata`, by its path.
  package static func workspace(_ name: String, references: [String]) -> [String: String] {
    let lines = references.map { "   <FileRef\n      location = \"\($0)\">\n   </FileRef>\n" }.joined()
    return ["\(name).xcworkspace/contents.xcworkspacedata": workspaceData(lines)]
  }

  package static func workspaceData(_ body: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Workspace\n   version = \"1.0\">\n\(body)</Workspace>\n"
  }

  /// `project.pbxproj`, by its path.
  ///
  /// - Parameters:
  ///   - path: without `.xcodeproj`.
  ///   - locals: paths of packages that the project states; their ids are `local1` and so on.
  ///   - remotes: addresses of packages; their ids are `remote1` and so on.
  ///   - references: paths that it only shows, as Xcode does with packages that are dragged into it.
  ///   - synchronized: folders that it shows with all that is in them.
  package static func project(
    _ path: String, targets: [Target] = [], locals: [String] = [], remotes: [String] = [], references: [String] = [],
    synchronized: [String] = []
  ) -> [String: String] {
    var objects = targets.enumerated().map { target($1, number: $0 + 1, among: targets) }
    objects += locals.enumerated().map {
      "local\($0 + 1) = {isa = XCLocalSwiftPackageReference; relativePath = \"\($1)\"; };"
    }
    objects += remotes.enumerated().map {
      """
      remote\($0 + 1) = {isa = XCRemoteSwiftPackageReference; repositoryURL = "\($1)"; requirement = {
        kind = upToNextMajorVersion; minimumVersion = 1.2.3; }; };
      """
    }
    objects += references.enumerated().map {
      """
      reference\($0 + 1) = {isa = PBXFileReference; lastKnownFileType = wrapper; path = "\($1)"; \
      sourceTree = "<group>"; };
      """
    }
    objects += synchronized.enumerated().map {
      "synchronized\($0 + 1) = {isa = PBXFileSystemSynchronizedRootGroup; path = \"\($1)\"; sourceTree = \"<group>\"; };"
    }
    let packages = ids("local", locals) + ids("remote", remotes)
    let folders = targets.enumerated().filter { $0.element.folder != nil }.map { "folder\($0.offset + 1)" }
    let shown = ids("reference", references) + ids("synchronized", synchronized) + folders
    return [
      "\(path).xcodeproj/project.pbxproj": """
      // !$*UTF8*$!
      {
        archiveVersion = 1;
        objectVersion = 77;
        objects = {
          main /* group */ = {isa = PBXGroup; children = (\(shown.map { $0 + ", " }.joined())); sourceTree = "<group>"; };
          \(objects.joined(separator: "\n    "))
          project = {isa = PBXProject; mainGroup = main; projectDirPath = ""; packageReferences = (\
      \(packages.joined(separator: ", "))); targets = (\(ids("target", targets).joined(separator: ", "))); };
        };
        rootObject = project /* Project object */;
      }
      """
    ]
  }

  private static func ids(_ word: String, _ values: [some Any]) -> [String] {
    values.indices.map { "\(word)\($0 + 1)" }
  }

  private static func target(_ target: Target, number: Int, among targets: [Target]) -> String {
    let products = target.products.enumerated().map { index, product in
      let parts = product.split(separator: "/").map(String.init)
      let package = parts.count > 1 ? "package = \(parts[0]); " : ""
      return
        "use\(number)x\(index) = {isa = XCSwiftPackageProductDependency; \(package)productName = \"\(parts.last ?? "")\"; };"
    }
    let waits = target.dependencies.enumerated().map { index, name in
      let other = (targets.firstIndex { $0.name == name } ?? 0) + 1
      return "wait\(number)x\(index) = {isa = PBXTargetDependency; target = target\(other); };"
    }
    let links = target.links.enumerated().map { index, file in
      """
      file\(number)x\(index) = {isa = PBXFileReference; path = \(file); sourceTree = BUILT_PRODUCTS_DIR; };
      link\(number)x\(index) = {isa = PBXBuildFile; fileRef = file\(number)x\(index); };
      """
    }
    let folder = target.folder.map {
      "folder\(number) = {isa = PBXFileSystemSynchronizedRootGroup; path = \"\($0)\"; sourceTree = \"<group>\"; };"
    }
    func list(_ word: String, _ values: [String]) -> String {
      "(" + values.indices.map { "\(word)\(number)x\($0)" }.joined(separator: ", ") + ")"
    }
    return """
      target\(number) /* \(target.name) */ = {isa = \(target.isa); name = "\(target.name)"; \
      productType = "com.apple.product-type.\(target.type)"; productReference = product\(number); \
      buildPhases = (phase\(number)); dependencies = \(list("wait", target.dependencies)); \
      fileSystemSynchronizedGroups = (\(target.folder == nil ? "" : "folder\(number)")); \
      packageProductDependencies = \(list("use", target.products)); };
      product\(number) = {isa = PBXFileReference; path = "\(target.name).\(target.type)"; \
      sourceTree = BUILT_PRODUCTS_DIR; };
      phase\(number) = {isa = PBXFrameworksBuildPhase; files = \(list("link", target.links)); };
      \((products + waits + links + [folder].compactMap { $0 }).joined(separator: "\n"))
      """
  }
}
