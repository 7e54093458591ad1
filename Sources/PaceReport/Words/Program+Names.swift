import PaceEngine
public import PaceLanguage

extension Program {
  public func presetName(_ preset: PresetID?) -> String? {
    preset.map { presets[$0.index].name.text }
  }
}

extension Define {
  /// What a figure is called where it is shown.
  var title: String { label ?? name.text }
}
