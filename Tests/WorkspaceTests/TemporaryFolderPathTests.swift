import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite struct TemporaryFolderPathTests {
  @Test(arguments: ["/home/a/.cache/modgauge/tmp", "/with space/tmp"])
  func aPlaceThatProgramsCanUseIsTaken(wanted: String) {
    #expect(TemporaryFolderPath.path(for: wanted) == wanted)
  }

  @Test(arguments: ["/home/hö/.cache/modgauge/tmp", "/" + String(repeating: "x", count: 200) + "/tmp"])
  func anotherIsShortASCIIAndTheSameEachTime(wanted: String) {
    let place = TemporaryFolderPath.path(for: wanted)
    #expect(place != wanted && place.utf8.count < 100 && place.utf8.allSatisfy { $0 < 0x80 })
    #expect(TemporaryFolderPath.path(for: wanted) == place)
    #expect(TemporaryFolderPath.path(for: wanted + "2") != place)
  }

  @Test func whatOthersMayHavePutThereIsNotTaken() throws {
    let folder = try TestFolder()
    let name = folder.path + "/modgauge-\(geteuid())"
    let files = FileManager.default
    try folder.write(["target/a": ""])
    try files.createSymbolicLink(atPath: name, withDestinationPath: "target")
    try #require(mkdir(name + "-1", 0o700) == 0 && chmod(name + "-1", 0o770) == 0)
    try Data().write(to: URL(filePath: name + "-2"))
    if geteuid() == 0 { try #require(mkdir(name + "-3", 0o700) == 0 && chown(name + "-3", 12345, 12345) == 0) }
    let expected = name + (geteuid() == 0 ? "-4" : "-3")
    let place = try #require(TemporaryFolderPath.substitute(for: "/hö", in: [folder.path]))
    #expect(place.hasPrefix(expected + "/"))
    #expect(try files.attributesOfItem(atPath: expected)[.posixPermissions] as? Int == 0o700)
    #expect(TemporaryFolderPath.substitute(for: "/hö", in: [folder.path]) == place)
  }

  @Test func aFolderInWhichOthersCouldReplaceOursIsNotUsed() throws {
    let folder = try TestFolder()
    try #require(chmod(folder.path, 0o777) == 0)
    #expect(TemporaryFolderPath.substitute(for: "/hö", in: [folder.path, folder.path + "/gone"]) == nil)
    try #require(chmod(folder.path, 0o1777) == 0)
    #expect(TemporaryFolderPath.substitute(for: "/hö", in: [folder.path]) != nil)
  }
}
