import PaceEngine
import PaceLanguage
import PaceStore

/// Small packs of the three sorts of subjects, each with three files of one log.
struct HistoryPack: Sendable {
  let name: String
  let program: Program
  /// The bytes of each device's file before anything is written.
  let files: [[UInt8]]

  static let devices = ["phone", "watch", "tablet"]
  static let rules = """
    event tick of SUBJECT {
      units: number = 1 in 0 .. 50
      strong: bool = yes
      note: text
      kind small { units = 1 }
      kind large { units = 2 }
    }
    event mark of SUBJECT { label: text }
    scale pace = good < fast
    rule two {
      on tick
      when count(tick, last 30 min) >= 2
      raise pace to fast
      emit warning "Two."
      cooldown 10 min
    }
    """

  static let sessions = pack(
    "sessions", "session",
    """
    subject session {
      mood: calm | wild = calm
      goal: number = 2 in 1 .. 20
      auto_end: duration = 90 min
      ends after auto_end without tick
    }
    """)
  static let days = pack(
    "days", "day", "subject day per day { goal: number = 2 in 1 .. 20, mood: calm | wild = calm }")
  static let one = pack(
    "one", "person", "subject person { goal: number = 2 in 1 .. 20, mood: calm | wild = calm }")

  var hasSubjects: Bool { name == "sessions" }

  private static func pack(_ name: String, _ subject: String, _ text: String) -> Result<
    HistoryPack, Log.Failure
  > {
    do {
      let program = try Log.program(text + "\n" + rules.replacing("SUBJECT", with: subject))
      let scratch = try Scratch()
      let files = try devices.map { device in
        try make(scratch.path(device), device, program)
        return try scratch.bytes(of: device)
      }
      return .success(HistoryPack(name: name, program: program, files: files))
    } catch {
      return .failure(Log.Failure(description: "\(error)"))
    }
  }

  /// The file is closed when this returns, and then whole.
  private static func make(_ path: String, _ device: String, _ program: Program) throws {
    var making = LogFile.Making()
    making.device = device
    _ = try LogFile.make(
      path, program: program, making, clock: History.start, zone: .utc, zones: ZoneDirectory())
  }
}
