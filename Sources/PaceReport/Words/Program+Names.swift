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

  /// `rules/take-care.pace:52`
  public func place(of span: SourceSpan) -> String { files.place(of: span) }
}

extension Define {
  /// What a figure is called where it is shown.
  var title: String { label ?? name.text }
}

extension [SourceFile] {
  /// `rules/take-care.pace:52`
  public func place(of span: SourceSpan) -> String {
    let file = self[Int(span.file.index)]
    return "\(file.path):\(file.location(of: span.start).line)"
  }
}
