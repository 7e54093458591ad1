import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore

/// What somebody does to one of three files.
enum Deed {
  case log(kind: String, id: String, subject: String?, at: Int64, units: Int64?)
  case mark(id: String, subject: String?, at: Int64)
  case undo
  case delete(String)
  case edit(String, [(name: String, value: String)])
  case start(String, at: Int64)
  case end(String, at: Int64)
  case settings(goal: Int64?, isLater: Bool)
  case kinds(units: Int64?)
  case notify
  case merge([Int], isMutual: Bool)
  case take(String)
  case deleteData(subject: String?)
}

/// Deeds in their order, each with the file it is done to and what the clock there says.
struct History {
  static let start = Instant(1_795_208_400_000)

  var pack: HistoryPack
  var steps: [(file: Int, clock: Int64, deed: Deed)] = []

  /// A history of three devices whose clocks are up to an hour apart.
  init(_ pack: HistoryPack, seed: UInt64) {
    self.pack = pack
    var random = SplitMix64(seed)
    let skew = HistoryPack.devices.map { _ in (random.below(121) - 60) * 60_000 }
    var now = Self.start.milliseconds
    let count = 6 + random.below(16)
    for number in 0..<count {
      // Some things happen in one millisecond.
      now += Int64(random.below(4)) * Int64(random.below(20)) * 60_000
      let file = random.below(3)
      let clock = now + Int64(skew[file])
      steps.append((file, clock, Self.deed(number, clock, file, pack, &random)))
    }
  }

  private static func deed(
    _ number: Int, _ clock: Int64, _ file: Int, _ pack: HistoryPack, _ random: inout SplitMix64
  ) -> Deed {
    let at = random.chance(1, in: 3) ? clock - Int64(random.below(90)) * 60_000 : clock
    let subject = pack.hasSubjects ? "s\(random.below(3))" : nil
    let id = "r\(random.chance(1, in: 8) ? random.below(number + 1) : number)"
    let known = "r\(random.below(number + 1))"
    switch random.below(20) {
    case 0..<6:
      let units = random.chance(1, in: 3) ? Int64(random.below(4)) : nil
      return .log(
        kind: random.chance(1, in: 2) ? "small" : "large", id: id, subject: subject, at: at, units: units)
    case 6: return .mark(id: id, subject: subject, at: at)
    case 7: return .undo
    case 8:
      let subject = subject ?? (pack.name == "one" ? "me" : "2026-11-20")
      return .delete(random.chance(1, in: 3) ? subject : known)
    case 9, 10: return edit(known, clock, pack, &random)
    case 11, 12: return pack.hasSubjects ? .start("s\(random.below(3))", at: at) : .notify
    case 13: return pack.hasSubjects ? .end("s\(random.below(3))", at: at) : .undo
    case 14:
      return .settings(
        goal: random.chance(1, in: 4) ? nil : Int64(1 + random.below(5)), isLater: random.chance(1, in: 2))
    case 15: return .kinds(units: random.chance(1, in: 4) ? nil : Int64(random.below(5)))
    case 16: return .take(delivery(known, at, subject, &random))
    case 17 where random.chance(1, in: 2): return .deleteData(subject: subject)
    default:
      let others = [0, 1, 2].filter { $0 != file }
      return .merge(
        random.chance(1, in: 2) ? [others[random.below(2)]] : others, isMutual: random.chance(1, in: 3))
    }
  }

  private static func edit(
    _ id: String, _ clock: Int64, _ pack: HistoryPack, _ random: inout SplitMix64
  ) -> Deed {
    switch random.below(6) {
    case 0: return .edit(id, [("kind", random.chance(1, in: 2) ? "small" : "large")])
    case 1: return .edit(id, [("at", String(clock - Int64(random.below(60)) * 60_000))])
    case 2 where pack.hasSubjects: return .edit(id, [("session", "s\(random.below(3))")])
    case 3 where pack.hasSubjects:
      return .edit("s\(random.below(3))", [("goal", String(1 + random.below(5)))])
    case 4: return .edit(id, [("note", ["", "a", "b"][random.below(3)]), ("strong", "no")])
    default: return .edit(id, [("units", String(random.below(5)))])
    }
  }

  /// A line as `export` writes it.
  private static func delivery(
    _ id: String, _ at: Int64, _ subject: String?, _ random: inout SplitMix64
  ) -> String {
    let owner = subject.map { "\"subject\":\"\($0)\"," } ?? ""
    switch (subject, random.below(3)) {
    case (.some, 0): return "{\(owner)\"started_at\":\(at),\"attributes\":{\"goal\":\(1 + random.below(5))}}"
    case (.some, 1): return "{\(owner)\"ended_at\":\(at)}"
    default:
      return
        "{\(owner)\"at_ms\":\(at),\"event\":\"tick\",\"kind\":\"small\",\"units\":\(random.below(4)),\"id\":\"\(id)\"}"
    }
  }

  /// The commands that anyone can run to see the same.
  var commands: [String] {
    let files = HistoryPack.devices.map { "\($0).db" }
    let made = HistoryPack.devices.map {
      "pace init \(pack.name).pace --db \($0).db --device \($0) --now \(Self.start.milliseconds)"
    }
    return ["cat >\(pack.name).pace <<'END'", pack.oracle.source + "END"] + made
      + steps.map { step in
        let words = step.deed.words(pack, files)
        return "pace \(words.0) \(pack.name).pace \(words.1) --db \(files[step.file]) --now \(step.clock)"
      }
  }
}

extension Deed {
  /// The command and what comes after the pack.
  fileprivate func words(_ pack: HistoryPack, _ files: [String]) -> (String, String) {
    func named(_ subject: String?) -> String { subject.map { " --subject \($0)" } ?? "" }
    switch self {
    case .log(let kind, let id, let subject, let at, let units):
      return (
        "log", "\(kind)\(units.map { " units=\($0)" } ?? "") --id \(id) --at \(at) --force\(named(subject))"
      )
    case .mark(let id, let subject, let at): return ("log", "mark --id \(id) --at \(at)\(named(subject))")
    case .undo: return ("undo", "")
    case .delete(let id): return ("delete", id)
    case .edit(let id, let values):
      return ("edit", ([id] + values.map { "\($0)=\($1)" }).joined(separator: " "))
    case .start(let id, let at): return ("start", "--also --subject \(id) --at \(at)")
    case .end(let id, let at): return ("end", "--subject \(id) --at \(at)")
    case .settings(let goal, let isLater):
      return ("settings", "goal=\(goal.map { String($0) } ?? "")\(isLater ? " --later" : "")")
    case .kinds(let units): return ("kinds", "small units=\(units.map { String($0) } ?? "")")
    case .notify: return ("notify", "")
    case .merge(let others, let isMutual):
      return ("merge", others.map { files[$0] }.joined(separator: " ") + (isMutual ? " --both" : ""))
    case .take(let line): return ("import", "<(echo '\(line)')")
    case .deleteData(let subject): return ("delete-data", "--yes\(named(subject))")
    }
  }
}
