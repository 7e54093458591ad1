import PaceLab
import PaceLanguage
import PaceReport

/// Writes the values of a fit into a preset, and checks the `order` claims with them.
struct FitWriting {
  let pack: Pack
  /// The preset that is named; nil for none.
  let preset: PresetID?
  /// The preset in force, whose claims are checked if none is named.
  let near: PresetID?

  /// The edits for values in the named preset; none for values that it has already.
  func changes(to settings: [(param: ParamID, value: Constant)]) throws(Failure) -> [SettingChange] {
    try changes(to: settings, in: preset)
  }

  private func changes(
    to settings: [(param: ParamID, value: Constant)], in preset: PresetID?
  ) throws(Failure) -> [SettingChange] {
    let program = pack.program
    var changes: [SettingChange] = []
    for setting in settings {
      let param = program.params[setting.param.index]
      if let preset, program.presets[preset.index].values[setting.param.index] == setting.value { continue }
      changes.append(
        try ApplySetting.change(
          setting, writtenAs: program.text(of: setting.value, type: param.type), preset: preset, in: program,
          of: param.name.text))
    }
    return changes
  }

  /// Whether the claims hold once the values are written.
  func orders(_ settings: [(param: ParamID, value: Constant)]) -> FitOrders {
    if pack.program.orders.isEmpty { return .none }
    let target = preset ?? near
    let name = pack.program.presetName(target)
    do throws(Failure) {
      let changes = try changes(to: settings, in: target)
      guard let changed = pack.replacing(ApplySetting.edited(changes, in: pack.program)) else {
        return .unknown("the pack does not check with these values")
      }
      return .claims(Prover(changed.program, roots: changed.roots).reportedClaims(), preset: name)
    } catch {
      return .unknown(
        name.map { "preset \($0) does not give all of the values itself; add them to it first" }
          ?? "no preset is named")
    }
  }

  /// The claims that hold now and would be broken, as a list; nil if there are none.
  func namesOfBroken(_ orders: FitOrders) -> String? {
    if orders.broken.isEmpty { return nil }
    let now = pack.replacing([])
    let broken = now.map { Prover($0.program, roots: $0.roots).unbroken(orders.broken) } ?? orders.broken
    return broken.isEmpty
      ? nil : broken.map { FitOrders.text($0, pack.program) }.joined(separator: ", ")
  }

  /// Writes the values, unless those in force do as well or better or the new ones break a claim that holds now.
  func apply(
    _ settings: [(param: ParamID, value: Constant)], _ view: FitView, isForced: Bool,
    _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    let broken = isForced ? nil : namesOfBroken(view.orders).map { "it would break \($0)" }
    let reasons = isForced ? [] : [view.objection, broken].compactMap { $0 }
    if !reasons.isEmpty {
      console.remark(
        "nothing was written, for \(reasons.joined(separator: ", and ")); `--force` writes all the same")
      return .findings
    }
    if !isForced, let reason = view.contentment {
      console.remark("nothing was written, for \(reason); `--force` writes all the same")
      return .fine
    }
    if try ApplySetting.write(try changes(to: settings), in: pack.program, &console) == 0 {
      console.remark("the values are there already")
    }
    return .fine
  }
}
