/// Copies and scratch folders that are temporarily replaced by others, so that all of them are built at the same paths.
extension BenchmarkFolders {
  /// Moves the copy and its build results out of the way. The results of clean builds are removed first.
  func setAside(as name: String) throws(BenchmarkError) {
    try cleanScratches()
    try FileTree.remove(setAsideFolder(name))
    try FileTree.makeFolder(setAsideFolder(name))
    try move(from: "", to: setAsideFolder(name))
  }

  /// Moves it back to where it was built, which must be empty.
  func takeBack(_ name: String) throws(BenchmarkError) {
    try move(from: setAsideFolder(name), to: "")
    try FileTree.remove(setAsideFolder(name))
  }

  /// - Parameters: folders of this kind; empty for the one where builds are made.
  private func move(from: String, to: String) throws(BenchmarkError) {
    for (own, name) in [(copy, "copy"), (scratchFolder, "scratch")] {
      let (source, place) = (from.isEmpty ? own : "\(from)/\(name)", to.isEmpty ? own : "\(to)/\(name)")
      try FileTree.remove(place)
      try FileTree.move(source, to: place)
    }
  }

  private func setAsideFolder(_ name: String) -> String { "\(Self.setAside(in: work))/\(name.fileName)" }
}
