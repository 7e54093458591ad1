import Testing

struct `Arguments and help` {
  #if os(Linux)
    @Test func `an argument that is not UTF-8 is refused`() throws {
      let words = ["-c", #"exec "$0" log take-care beer --db log.db --id $'\xff'"#, Pace.binary]
      let result = try Pace.run(words, executable: "/bin/bash")
      #expect(result.status == 2)
      #expect(result.remarks.hasPrefix("error: the argument `\u{FFFD}` is not UTF-8\n"), "\(result.remarks)")
      let text = try Pace.run("log", "take-care", "beer", "--db", "nowhere.db", "--id", "\u{FFFD}")
      #expect(!text.remarks.contains("UTF-8"), "\(text.remarks)")
    }
  #endif
}
