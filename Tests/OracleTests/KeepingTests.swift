import PaceAgreement
import PaceOracle
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Logs that are kept row by row, against the oracle.
struct `Keeping a log` {
  @Test func `gives what the rules say of the whole log, and withdraws what they would not have said`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pace-kept-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var agreement = KeepingAgreement(folder: folder.path)
    var seed: UInt64 = 1
    while agreement.logs < 14 {
      if let failure = agreement.failure(seed: seed, .stage2) { Issue.record("seed \(seed): \(failure)") }
      seed += 1
    }
    #expect(agreement.notices > 0 && agreement.withdrawn > 0)
  }
}
