import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore

/// Small packs of the three sorts of subjects, each with three files of one log.
struct HistoryPack: Sendable {
  let name: String
  let oracle: OracleProgram
  let program: Program
  /// The bytes of each device's file before anything is written.
  let files: [[UInt8]]

  static let devices = ["phone", "watch", "tablet"]

  static let sessions = pack(
    "sessions", "session", [mood, goal, OracleField("auto_end", .duration, initial: .minutes(90))])
  static let days = pack("days", "day", [goal, mood])
  static let one = pack("one", "person", [goal, mood])

  private static let mood = OracleField("mood", .choice(["calm", "wild"]), initial: .choice("calm", 0))
  private static let goal = OracleField(
    "goal", .number, initial: .whole(2), low: .whole(1), high: .whole(20))

  var hasSubjects: Bool { name == "sessions" }

  private static func pack(
    _ name: String, _ subject: String, _ attributes: [OracleField]
  ) -> Result<HistoryPack, Log.Failure> {
    do {
      var oracle = OracleProgram()
      oracle.subject = OracleSubject(name: subject, attributes: attributes)
      oracle.subject.isPerDay = name == "days"
      if name == "sessions" {
        oracle.subject.endsAfter = .name("auto_end")
        oracle.subject.endsWithout = "tick"
      }
      oracle.events = [tick, OracleEvent("mark", fields: [OracleField("label", .text)])]
      oracle.scales = [OracleScale("pace", ["good", "fast"])]
      oracle.rules = [enough, quiet]
      let program = try Log.program(oracle.source)
      let scratch = try Scratch()
      let files = try devices.map { device in
        // The file is closed then, and whole.
        try scratch.makeLog(program, at: device, clock: History.start) { $0.device = device }
        return try scratch.bytes(of: device)
      }
      return .success(HistoryPack(name: name, oracle: oracle, program: program, files: files))
    } catch {
      return .failure(Log.Failure(description: "\(error)"))
    }
  }

  private static var tick: OracleEvent {
    var tick = OracleEvent(
      "tick",
      fields: [
        OracleField("units", .number, initial: .whole(1), low: .whole(0), high: .whole(50)),
        OracleField("strong", .bool, initial: .yes), OracleField("note", .text),
      ])
    tick.kinds = [
      OracleKind("small", [OracleAssignment("units", .whole(1))]),
      OracleKind("large", [OracleAssignment("units", .whole(2))]),
    ]
    return tick
  }

  /// Reads an attribute, and of the event its number and its flag.
  private static var enough: OracleRule {
    var rule = OracleRule("enough")
    let sum = OracleExpression.aggregate(.sum, "tick", field: "units", .last(.minutes(30)))
    rule.trigger = .on("tick")
    rule.condition = .binary(
      .and, .comparison(.atLeast, sum, .value("goal")), .latest("tick", field: "strong"))
    rule.raise = OracleRaise("pace", to: "fast")
    rule.kind = "warning"
    rule.message = [.text("In half an hour "), .value(sum), .text(".")]
    rule.gates = [.cooldown(.minutes(10))]
    return rule
  }

  /// Speaks between rows, and reads both events.
  private static var quiet: OracleRule {
    var rule = OracleRule("quiet")
    let isWild = OracleExpression.comparison(.equal, .value("mood"), .literal(.choice("wild", 1)))
    let isLong = OracleExpression.comparison(.greater, .since("tick"), .minutes(20))
    let isMarked = OracleExpression.comparison(.atMost, .count("mark", .whole), .whole(2))
    rule.condition = .binary(.and, .binary(.and, isLong, isMarked), .not(isWild))
    rule.kind = "reminder"
    rule.message = [.text("Quiet.")]
    return rule
  }
}
