import Foundation
import PaceOracle
import PaceStore
import Testing

/// Databases that are each broken in another way: whatever is in a file, a run ends with a known status.
struct DamagedDatabaseTests {
  enum Damage: CaseIterable {
    case flippedBytes, cutOff, overwrittenPage, swappedPages, header, log
  }

  private static let page = 512
  /// How many are broken by each damage.
  private static let count = Pace.isRelease ? 25 : 10

  @Test(arguments: Damage.allCases)
  func `a damaged database is read as far as that goes, or named as damaged`(_ damage: Damage) throws {
    let scratch = try Scratch()
    let sound = try Self.database(in: scratch, hasLog: damage == .log)
    var statuses: Set<Int32> = []
    for seed in 0..<Self.count {
      var random = SplitMix64(UInt64(seed))
      let path = scratch.path("damaged.db")
      var files = sound
      let index = damage == .log ? 1 : 0
      Self.break(&files[index], damage, &random)
      try Data(files[0]).write(to: URL(fileURLWithPath: path))
      try? FileManager.default.removeItem(atPath: path + "-shm")
      if damage == .log { try Data(files[1]).write(to: URL(fileURLWithPath: path + "-wal")) }
      let result = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
      #expect([0, 3].contains(result.status), "\(damage) \(seed): \(result.remarks)")
      let names = ["damaged.db", "every row of `drink` was skipped"]
      let isNamed = names.contains { result.remarks.contains($0) }
      #expect(result.status == 0 || isNamed, "\(damage) \(seed): \(result.remarks)")
      statuses.insert(result.status)
    }
    // Some damage has to be met, or else the files weren't broken; a broken log is one that ends earlier.
    #expect(damage == .log || statuses.contains(3))
  }

  /// A database of small pages, and its log of what is not yet written back.
  private static func database(in scratch: Scratch, hasLog: Bool) throws -> [[UInt8]] {
    let path = scratch.path("sound.db")
    let connection = try Connection.writing(path)
    try connection.execute("PRAGMA page_size = \(page)")
    if hasLog { try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0") }
    var sql = Night.schema + "CREATE INDEX drink_subject_at ON drink(session, at);\nBEGIN;\n"
    for subject in 0..<30 {
      sql += Night.session("s\(subject)") + Night.entries("s\(subject)", prefix: "\(subject)-")
    }
    try connection.execute(sql + "COMMIT")
    // The log is there as long as the connection is.
    let files = [path] + (hasLog ? [path + "-wal"] : [])
    return try files.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
  }

  private static func `break`(_ bytes: inout [UInt8], _ damage: Damage, _ random: inout SplitMix64) {
    switch damage {
    case .flippedBytes:
      for _ in 0..<(1 + random.below(60)) { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
    case .cutOff:
      bytes.removeLast(1 + random.below(bytes.count - 1))
    case .overwrittenPage:
      let start = random.below(bytes.count / page) * page
      let fill: UInt8? = random.chance(1, in: 3) ? random.byte() : nil
      for index in start..<start + page { bytes[index] = fill ?? random.byte() }
    case .swappedPages:
      let pages = bytes.count / page
      for _ in 0..<(1 + random.below(4)) {
        let (left, right) = (random.below(pages) * page, random.below(pages) * page)
        for offset in 0..<page { bytes.swapAt(left + offset, right + offset) }
      }
    case .header:
      for _ in 0..<(1 + random.below(6)) { bytes[random.below(100)] = random.byte() }
    case .log:
      if random.chance(1, in: 3) { bytes.removeLast(1 + random.below(bytes.count - 1)) }
      for _ in 0..<random.below(40) { bytes[random.below(bytes.count)] = random.byte() }
    }
  }
}
