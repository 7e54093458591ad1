import PaceLab
import PaceLanguage
import PaceReport

/// `sweep --apply NAME=VALUE`: writes the chosen value where the preset, or the parameter itself, gives it.
struct ApplySetting {
  private let pack: Pack
  private let preset: PresetID?
  private let setting: (param: ParamID, value: Constant)
  private let change: SettingChange

  /// Checks the value as `--set` would, by name, type and range, and finds its place; nil without `--apply`.
  init?(_ arguments: Arguments, _ console: Console) throws(Failure) {
    guard let assignment = arguments[.apply] else { return nil }
    pack = try Pack.load(
      try PackLocator.named(by: arguments), settings: [assignment], optionName: "--apply",
      style: console.errorStyle)
    guard let setting = pack.settings.first else { return nil }
    self.setting = setting
    preset = try Choices.preset(arguments[.preset], pack.program)
    let text = assignment.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
    change = try Self.change(setting, writtenAs: text, preset: preset, in: pack.program, of: assignment)
  }

  /// Writes the value, unless it is there already.
  func write(_ console: inout Console) throws(Failure) {
    let writing = FitWriting(pack: pack, preset: preset, near: preset)
    let broken = writing.namesOfBroken(writing.orders([setting]))
    if try Self.write([change], in: pack.program, &console) == 0 {
      console.remark("\(pack.program.place(of: change.span)): \(change.name) is \(change.text) already")
      return
    }
    if let note = Self.offGrid(setting.value, pack.program.params[setting.param.index], pack.program) {
      console.remark("note: \(note)")
    }
    if let broken { console.remark("note: this breaks \(broken); `pace prove` shows how") }
  }

  /// The edit that gives a parameter another value; `assignment` is what messages name.
  static func change(
    _ setting: (param: ParamID, value: Constant), writtenAs text: String, preset: PresetID?,
    in program: Program, of assignment: String
  ) throws(Failure) -> SettingChange {
    do throws(SettingChangeProblem) {
      return try SettingChange(
        setting.param, to: setting.value, writtenAs: text, preset: preset, in: program)
    } catch {
      throw error.failure(assignment)
    }
  }

  /// The bytes of each file after some edits, by the file's index.
  static func edited(_ changes: [SettingChange], in program: Program) -> [(file: Int, bytes: [UInt8])] {
    Set(changes.map { Int($0.span.file.index) }).sorted().map { index in
      let edits = changes.filter { Int($0.span.file.index) == index }.map { TextEdit($0.span, $0.text) }
      return (index, applying(edits, to: program.files[index].bytes))
    }
  }

  /// Writes all edits or none, each file once; returns how many of them changed something.
  static func write(
    _ changes: [SettingChange], in program: Program, _ console: inout Console
  ) throws(Failure) -> Int {
    let changes = changes.filter { program.files[Int($0.span.file.index)].text(in: $0.span) != $0.text }
    let files = edited(changes, in: program)
    for (index, _) in files {
      try FileSystem.check(program.files[index].path, stillHolds: program.files[index].bytes)
    }
    for (place, (index, bytes)) in files.enumerated() {
      do throws(Failure) {
        try FileSystem.write(bytes, to: program.files[index].path)
      } catch {
        for (earlier, _) in files.prefix(place) {
          try? FileSystem.write(program.files[earlier].bytes, to: program.files[earlier].path)
        }
        throw error
      }
    }
    for change in changes {
      let old = program.files[Int(change.span.file.index)].text(in: change.span)
      let of = change.preset.map { " in preset \($0)" } ?? ""
      console.remark("\(program.place(of: change.span)): \(change.name) \(old) → \(change.text)\(of)")
    }
    return changes.count
  }
}

extension ApplySetting {
  /// A remark on a value off the parameter's grid, which is allowed but not tried by a sweep; else nil.
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
  fileprivate func failure(_ assignment: String) -> Failure {
    switch self {
    case .elsewhere(let preset, let base):
      let from =
        base.map { "preset `\($0)`, which it extends: name that one, or" } ?? "the parameter's default:"
      return Option.preset.bad(
        preset, "a preset that sets it; `\(preset)` takes it from \(from) add it to `\(preset)` first")
    case .severalPlaces(let presets):
      let names = presets.map { "`--preset \($0)`" }.joined(separator: ", ")
      return Option.apply.bad(assignment, "one of \(names), for each gives it a value")
    case .nowhere:
      return Option.apply.bad(assignment, "a parameter that a preset or a default gives a value")
    }
  }
}
