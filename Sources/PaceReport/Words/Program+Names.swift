import PaceEngine
public import PaceLanguage

extension Program {
  /// The kind of notice that a rule emits.
  public func kindName(of rule: RuleID) -> String? {
    self[rule].emission.map { noticeKinds[$0.kind.index].name }
  }

  /// The level that a rule raises.
  public func levelName(of rule: RuleID) -> String? {
    self[rule].raise.map { scales[$0.scale.index].levels[$0.level].name }
  }

  public func presetName(_ preset: PresetID?) -> String? {
    preset.map { presets[$0.index].name.text }
  }
}

extension Define {
  /// What a figure is called where it is shown.
  var title: String { label ?? name.text }
}
