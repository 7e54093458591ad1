import PaceLanguage
import PaceReport

/// Command lines that do what the page does.
struct CommandWords {
  private let content: StudioContent

  init(_ content: StudioContent) { self.content = content }

  /// The command that makes the page anew.
  var studio: String {
    quoted(["studio"] + content.words.pack + content.words.log + content.words.options + content.words.start)
  }

  /// `pace eval rules/my.pace --db log.db --preset strict --subject s1 --set 'window=12 min'`
  func words(_ command: String, preset: String? = nil, subject: String? = nil, set: [String] = []) -> String {
    var words = [command] + content.words.pack + content.words.log
    if let preset { words += ["--preset", preset] }
    if let subject { words += ["--subject", subject] }
    words += content.words.options
    for setting in set { words += ["--set", setting] }
    return quoted(words)
  }

  /// `pace sweep rules/my.pace --apply 'window=12 min' --preset strict`
  func apply(_ setting: String, preset: String?) -> String {
    quoted(["sweep"] + content.words.pack + ["--apply", setting] + (preset.map { ["--preset", $0] } ?? []))
  }

  private func quoted(_ words: [String]) -> String {
    (["pace"] + words).map { ShellWord.quoted($0) }.joined(separator: " ")
  }
}
