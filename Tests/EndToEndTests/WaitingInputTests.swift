import Foundation
import Testing

/// Standard input that never blocks, as other programs leave it, has nothing to read for a while.
struct WaitingInputTests {
  @Test(arguments: [["eval", "take-care", "--stdin", "--format", "summary"], ["lint", "-"]])
  func `what comes later is waited for`(_ words: [String]) throws {
    let running = try RunningPace(words, neverBlocks: true)
    let line = #"{"subject":"s","started_at":1795208400000,"attributes":{}}"#
    let text = words[0] == "lint" ? "subject s { }\nevent e of s { }\n" : line + "\n"
    for byte in text {
      try running.write(String(byte))
      #expect(running.waits { running.hasTakenInput })
    }
    try running.closeInput()
    #expect(running.waits { !running.process.isRunning })
    #expect(!running.remarks.contains("cannot be read"), "\(running.remarks)")
    #expect(words[0] == "lint" || running.output.contains("subjects\t1\n"), "\(running.output)")
  }
}
