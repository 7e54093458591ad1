import PaceLab
import PaceLanguage

/// `sweep --apply NAME=VALUE`: writes the chosen value where the preset, or the parameter itself, gives it.
enum ApplySetting {
  static func run(_ assignment: String, _ arguments: Arguments, _ console: inout Console) throws(Failure) {
    // Checked as `--set` would be: the name, the type and the range.
    let pack = try Pack.load(
      try PackLocator.named(by: arguments), settings: [assignment], optionName: "--apply",
      style: console.errorStyle)
    guard let setting = pack.settings.first else { return }
    let preset = try Choices.preset(arguments[.preset], pack.program)
    let text = assignment.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
    let change: SettingChange
    do throws(SettingChangeProblem) {
      change = try SettingChange(
        setting.param, to: setting.value, writtenAs: text, preset: preset, in: pack.program)
    } catch {
      throw .usage(error.usageError(pack.program, assignment))
    }
    let file = pack.program.files[Int(change.span.file.index)]
    let place = "\(file.path):\(file.location(of: change.span.start).line)"
    let old = file.text(in: change.span)
    if old == change.text {
      console.remark("\(place): \(change.name) is \(old) already")
      return
    }
    // What was read must still be there: an editor may have saved in between.
    guard case .bytes(let bytes) = FileSystem.read(file.path), bytes == file.bytes else {
      throw .data("\(file.path) has changed meanwhile; try again")
    }
    if let reason = FileSystem.write(change.applied(to: bytes), to: file.path) {
      throw .data("\(file.path): \(reason)")
    }
    let of = change.preset.map { " in preset \($0)" } ?? ""
    console.remark("\(place): \(change.name) \(old) → \(change.text)\(of)")
    if let note = offGrid(setting.value, pack.program.params[setting.param.index], pack.program) {
      console.remark("note: \(note)")
    }
  }
}

extension ApplySetting {
  /// A grid is for tuning: a value between its points is allowed, and a sweep will not come back to it.
  private static func offGrid(_ value: Constant, _ param: Param, _ program: Program) -> String? {
    guard case .value(let value) = value, let range = param.range, let step = param.step, step > 0 else {
      return nil
    }
    let (offset, overflow) = value.bits.subtractingReportingOverflow(range.lowerBound)
    guard !overflow, offset % step != 0 else { return nil }
    func text(_ bits: Int64) -> String { program.text(of: Value(bits), type: param.type) }
    return
      "\(text(value.bits)) is not on the grid of `\(param.name.text)` (from \(text(range.lowerBound)) in "
      + "steps of \(text(step))); a sweep without a step of its own does not try it"
  }
}

extension SettingChangeProblem {
  fileprivate func usageError(_ program: Program, _ assignment: String) -> UsageError {
    switch self {
    case .elsewhere(let preset, let base):
      let from = base.map { "preset `\($0)`, which it extends: name that one" } ?? "the parameter's default"
      return .badValue(
        option: "--preset", value: preset,
        expected: "a preset that sets it; `\(preset)` takes it from \(from)")
    case .severalPlaces(let presets):
      let names = presets.map { "`--preset \($0)`" }.joined(separator: ", ")
      return .badValue(
        option: "--apply", value: assignment, expected: "one of \(names), for each gives it a value")
    case .nowhere:
      return .badValue(
        option: "--apply", value: assignment, expected: "a parameter that a preset or a default gives a value"
      )
    }
  }
}
