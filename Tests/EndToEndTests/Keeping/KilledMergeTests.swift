import Foundation
import PaceOracle
import Testing

/// `merge` and `import` that are killed: each file is as it was before or as it should be after, and the same
/// command once more completes the work.
@Suite(.waitsAside) struct KilledMergeTests {
  /// How many runs are killed in all; `PACE_KILLS` names another number.
  private static let kills = Pace.number("PACE_KILLS") ?? (Pace.isRelease ? 20 : 5)
  private static let scale = 300

  /// Three files of one log, each with much that the others lack, and what is delivered to the first.
  private struct Files {
    let scratch: Scratch
    let names = Self.names
    private let bytes: [String: Data]

    private static let names = ["phone.db", "watch.db", "tablet.db"]
    /// The files as they are before any command, made once for all commands.
    private static let made = Result {
      let scratch = try Scratch()
      func run(_ words: [String], _ name: String, now: String) throws {
        let all = [words[0], "take-care"] + words.dropFirst()
        let made = try Pace.run(all + ["--db", scratch.path(name), "--now", "2026-11-20T\(now)"])
        guard made.status == 0 else { throw KeptLog.Failed(made: made) }
      }
      for (number, name) in names.enumerated() {
        let device = String(name.prefix { $0 != "." })
        try run(["init", "--accept", "--device", device], name, now: "20:00")
        if number > 0 { try run(["merge", scratch.path(names[0])], name, now: "20:10") }
        let lines = try scratch.write("lines", lines(device, KilledMergeTests.scale))
        try run(["import", lines.path], name, now: "20:20")
        for minute in [30, 35, 39] {
          try run(["log", "beer", "--id", "\(device)\(minute)"], name, now: "20:\(minute)")
        }
        try run(["settings", "sensitivity=\(["relaxed", "strict", "balanced"][number])"], name, now: "20:40")
        try run(["kinds", "wine", "units=\(number + 2)"], name, now: "20:40")
        try run(["edit", "phone-1", "units=\(number + 2)"], name, now: "20:41")
        if number > 0 { try run(["delete", "phone-\(number + 1)"], name, now: "20:42") }
      }
      try run(["delete", "phone39", "phone-7"], names[0], now: "20:43")
      let bytes = try names.map { try Data(contentsOf: URL(fileURLWithPath: scratch.path($0))) }
      return Dictionary(uniqueKeysWithValues: zip(names, bytes))
    }

    init() throws {
      scratch = try Scratch()
      bytes = try Self.made.get()
      try restore()
      // Much of it is there, some is gone, most is new.
      try scratch.write(
        "delivery.jsonl",
        Self.lines("phone", KilledMergeTests.scale) + Self.lines("new", KilledMergeTests.scale * 4))
      try scratch.write("messages.json", Self.messages(KilledMergeTests.scale * 2))
    }

    /// Sessions of 20 beers, 7 minutes apart.
    private static func lines(_ device: String, _ count: Int) -> String {
      (0..<count).map { index in
        let at = 1_790_000_000_000 + index / 20 * 86_400_000 + index % 20 * 420_000
        let subject = #"{"subject":"\#(device)-s\#(index / 20)""#
        let start = index % 20 == 0 ? "\(subject),\"started_at\":\(at)}\n" : ""
        return start + subject
          + #","at_ms":\#(at),"event":"drink","kind":"beer","id":"\#(device)-\#(index)"}"# + "\n"
      }.joined()
    }

    /// As an application sends them, settings and the catalogue among them.
    private static func messages(_ count: Int) -> String {
      let drinks = (0..<count).map { index in
        #"{"type":"log","id":"m\#(index)","sessionId":"m","timestamp":\#(1_790_000_000 + index * 60),"#
          + #""drinkTypeId":"beer","standardDrinkUnits":1,"isAlcoholic":true,"sourceDevice":"watch"}"#
      }
      return
        (drinks + [
          #"{"type":"session","id":"m","startedAt":1790000000,"sensitivityMode":"strict","hydrationCadence":2,"autoEndTimeoutMinutes":180}"#,
          #"{"type":"settings","sensitivityMode":"strict","hydrationRemindersEnabled":true,"hydrationCadence":3,"notificationsEnabled":true,"autoEndTimeoutMinutes":180}"#,
          #"{"type":"drinkTypes","items":[{"id":"beer","displayName":"Beer","defaultStandardUnits":1.2,"isAlcoholic":true,"isEnabled":true,"sortOrder":1}]}"#,
        ]).joined(separator: "\n")
    }

    /// The files as they were before any command, with nothing beside them.
    func restore() throws {
      for (name, bytes) in bytes {
        try bytes.write(to: URL(fileURLWithPath: scratch.path(name)))
        for ending in ["-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: scratch.path(name) + ending)
        }
      }
    }

    /// Whether a copy of the file alone is whole: nothing stands in its write-ahead log.
    func standsAlone(_ name: String) -> Bool {
      FileManager.default.contents(atPath: scratch.path(name) + "-wal")?.isEmpty != false
    }

    func tables() throws -> [StoredTables] { try names.map { try StoredTables(scratch.path($0)) } }

    /// Whether a file has the very bytes that it had.
    func isUntouched(_ name: String) -> Bool {
      FileManager.default.contents(atPath: scratch.path(name)) == bytes[name]
    }
  }

  /// A command, and how many of the files it writes, the first of them first.
  private enum Command: CaseIterable {
    case merge, mergeBoth, importLines, importLive, importMessages

    var writes: Int { self == .mergeBoth ? 3 : 1 }

    func words(_ files: Files) -> [String] {
      let path = { (name: String) in files.scratch.path(name) }
      let own =
        switch self {
        case .merge: ["merge", "take-care", path("watch.db"), path("tablet.db")]
        case .mergeBoth: ["merge", "take-care", path("watch.db"), path("tablet.db"), "--both"]
        case .importLines: ["import", "take-care", path("delivery.jsonl")]
        case .importLive: ["import", "take-care", path("delivery.jsonl"), "--live"]
        case .importMessages:
          ["import", "take-care", path("messages.json"), "--at", "2026-11-20T21:00"]
        }
      return own + ["--db", path("phone.db"), "--now", "2026-11-20T21:00"]
    }
  }

  @Test(arguments: Command.allCases)
  private func `a command that is killed is done or not done, and can be done again`(command: Command) throws
  {
    let files = try Files()
    let words = command.words(files)
    let before = try files.tables()
    let start = ContinuousClock.now
    let whole = try Pace.run(words)
    let longest = (ContinuousClock.now - start) * 1.1
    #expect(whole.status == 0 && !whole.output.isEmpty, "\(whole)")
    let after = try files.tables()
    for (index, name) in files.names.enumerated() {
      #expect((before[index] != after[index]) == (index < command.writes), "\(name)")
      #expect(after[index].integrity == "ok")
    }
    var random = SplitMix64(7)
    for step in 1...max(1, Self.kills / Command.allCases.count) {
      try files.restore()
      let delay = longest * random.below(1000) / 1000
      let output = try Pace.runKilled(words, after: delay, in: files.scratch)
      for name in files.names.dropFirst(command.writes) {
        #expect(files.isUntouched(name), "step \(step): \(name)")
      }
      let found = try files.tables()
      let done = found.indices.prefix { found[$0] == after[$0] && found[$0] != before[$0] }.count
      for index in found.indices where index >= done {
        #expect(
          found[index] == before[index],
          "step \(step): \(files.names[index]) \(found[index].differences(from: before[index]))")
      }
      if !output.isEmpty { #expect(done == command.writes, "step \(step): \(output)") }
      let again = try Pace.run(words)
      #expect(again.status == 0, "step \(step): \(again.remarks)")
      for name in files.names.prefix(command.writes) {
        #expect(files.standsAlone(name), "step \(step): \(name)")
      }
      let end = try files.tables()
      for index in end.indices {
        #expect(
          end[index] == after[index],
          "step \(step): \(files.names[index]) \(end[index].differences(from: after[index]))")
      }
    }
  }
}
