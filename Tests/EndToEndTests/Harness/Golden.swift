import Foundation
import Testing

/// Compares text with a file that a person has read and agreed to.
///
/// With `PACE_RECORD=1` a missing or different file is written. The test fails all the same, because a person has to
/// read the file before it counts.
enum Golden {
  static let isRecording = ProcessInfo.processInfo.environment["PACE_RECORD"] == "1"
  static let advice =
    isRecording ? "recorded; read it" : "read the difference, then record with PACE_RECORD=1"

  static func check(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = Pace.repository.appendingPathComponent("Tests/EndToEndTests/Golden/\(name)")
    let known = try? String(contentsOf: file, encoding: .utf8)
    if known == text { return }
    if isRecording { try Data(text.utf8).write(to: file) }
    Issue.record(
      "\(name) \(known == nil ? "is new" : "differs") (\(advice)):\n\(text)",
      sourceLocation: sourceLocation)
  }
}
