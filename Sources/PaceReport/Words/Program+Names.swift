import PaceEngine
package import PaceLanguage

extension Program {
  package func presetName(_ preset: PresetID?) -> String? {
    preset.map { presets[$0.index].name.text }
  }

  /// `rules/take-care.pace:52`
  package func place(of span: SourceSpan) -> String { files.place(of: span) }
}

extension Define {
  /// What a figure is called where it is shown.
  var title: String { label ?? name.text }
}

extension [SourceFile] {
  /// `rules/take-care.pace:52`
  package func place(of span: SourceSpan) -> String {
    let file = self[Int(span.file.index)]
    return "\(file.path):\(file.location(of: span.start).line)"
  }
}
