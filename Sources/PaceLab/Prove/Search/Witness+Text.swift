import PaceEngine
import PaceLanguage

extension Witness {
  /// The scenario that shows what was found, ready to paste below a pack.
  func text(title: String, in program: Program) -> String {
    let usesZone = program.calendar.zone != nil || program.subject.zoneAttribute != nil
    var logged = zip(trial.rows, trial.offsets).map { row, offset in
      (at: offset, lines: program.lines(for: row.event, row.kind, at: Self.point(offset), row.values))
    }
    logged += trial.given.map {
      ($0.offset, ["  given \(program[$0.rule].name.text) at \(Self.point($0.offset))"])
    }
    let lines = logged.sorted(on: { $0.at }).flatMap { $0.lines }
    return program.scenario(
      title, start: (trial.startDay, trial.startTime), zone: usesZone ? Zone.utc.name : nil,
      presets: presets,
      settings: program.params.indices.compactMap { index in
        trial.settings[ParamID(index)].map { (ParamID(index), $0) }
      },
      attributes: program.subject.attributes.indices.map { trial.attributes[AttributeID($0)] },
      lines: lines + ["  expect \(expectation.text(at: Self.point(offset), in: program))"])
  }

  private static func point(_ offset: Int64) -> String { "+\(ValueText.duration(offset))" }
}

extension Witness.Expectation {
  fileprivate func text(at point: String, in program: Program) -> String {
    switch self {
    case .fires(let rule): return "\(program[rule].name.text) at \(point)"
    case .held(let rule, let gate):
      return "\(program[rule].name.text) held by \(gate.fullName) at \(point)"
    case .says(let rule, let message):
      return "\(program[rule].name.text) saying \(ValueText.quoted(message)) at \(point)"
    case .isSilent(let rule): return "no \(program[rule].name.text) at \(point)"
    case .outcome(let rule, let outcome):
      return "\(program[rule].name.text) is \(outcome.text) at \(point)"
    case .notEven(let rule, let outcome):
      return "\(program[rule].name.text) is \(outcome.text) at \(point) exactly 0 times"
    case .level(let scale, let relation, let level):
      let scale = program.scales[scale.index]
      return "\(scale.name.text) \(relation.text) \(scale.levels[level].name) at \(point)"
    }
  }
}
