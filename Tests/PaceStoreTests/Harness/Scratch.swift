import FoundationEssentials

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

/// The same numbers on every machine: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
