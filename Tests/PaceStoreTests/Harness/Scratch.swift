#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of its own for each test, gone afterwards.
final class Scratch {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/pace-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String = "log.db") -> String { folder + "/" + name }

  func write(_ bytes: [UInt8], to name: String = "log.db") throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  func bytes(of name: String = "log.db") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }
}
