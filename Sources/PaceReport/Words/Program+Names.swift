import PaceEngine
import PaceLanguage

extension Define {
  /// What a figure is called where it is shown.
  var title: String { label?.text ?? name.text }
}
