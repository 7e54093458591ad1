import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// What the page hands out: commands, the changed rule file, a scenario.
struct ExportAnswer {
  private let setting: Setting
  private let supposed: SupposedLog
  private let content: StudioContent

  init(_ setting: Setting, _ supposed: SupposedLog, _ content: StudioContent) {
    self.setting = setting
    self.supposed = supposed
    self.content = content
  }

  private var program: Program { setting.rules.program }
  /// A note for readers who run the rules on the disk; nil unless the page's rules differ from those.
  private var noteOfEdits: String? {
    let edited = zip(setting.rules.files, content.files).filter { $0.bytes != $1.bytes }.map { $0.0.path }
    if edited.isEmpty { return nil }
    return "the text of \(edited.joined(separator: " and ")) was edited in this page: copy that too"
  }

  func json(_ what: String?) throws(RequestFailure) -> [UInt8] {
    let (name, text, note) = try export(what)
    return JSONWriter.bytes { json in
      json.field("name", name)
      json.field("text", text)
      json.field("note", note)
      if what == "preset" { json.field("commands", commands.joined(separator: "\n")) }
    }
  }

  private func export(_ what: String?) throws(RequestFailure) -> (name: String, text: String, note: String?) {
    let preset = program.presetName(setting.preset)
    switch what {
    case "command":
      let words = CommandWords(content).words(
        "eval", preset: preset, subject: supposed.log.id, set: setting.words)
      let isSupposed = supposed.words != nil
      let notes = [isSupposed ? "rows that are only supposed are not part of it" : nil, noteOfEdits]
        .compactMap { $0 }
      return ("command.txt", words + "\n", notes.isEmpty ? nil : notes.joined(separator: "\n"))
    case "set":
      let words = setting.words.map { "--set \(ShellWord.quoted($0))" }.joined(separator: " ")
      return ("set.txt", words + "\n", setting.words.isEmpty ? "no value is set" : nil)
    case "preset": return try changedFile()
    case "scenario": return try scenario()
    default: throw RequestFailure("there is no export `\((what ?? "").printable)`")
    }
  }

  /// The preset in force, which may be the subject's own.
  private var presetInForce: PresetID? {
    var machine = Machine(setting.rules.plan, options: setting.options)
    supposed.log.begin(in: &machine)
    return machine.preset
  }

  /// For each value that is set, the command that writes it into its file.
  private var commands: [String] {
    let preset = program.presetName(presetInForce)
    return setting.words.map { CommandWords(content).apply($0, preset: preset) }
  }

  /// The file that declares the preset, with the values that are set written into it.
  private func changedFile() throws(RequestFailure) -> (name: String, text: String, note: String?) {
    var changes: [SettingChange] = []
    var notes: [String] = []
    let preset = presetInForce
    for choice in setting.choices {
      do throws(SettingChangeProblem) {
        let change = try SettingChange(
          choice.param, to: choice.value, writtenAs: choice.text, preset: preset, in: program)
        let file = program.files[Int(change.span.file.index)]
        let line = file.location(of: change.span.start).line
        notes.append("\(file.path):\(line): \(change.name) \(program.text(in: change.span)) → \(change.text)")
        changes.append(change)
      } catch {
        throw RequestFailure("`\(program.params[choice.param.index].name.text)`: \(error.words)")
      }
    }
    guard let first = changes.first else { throw RequestFailure("no value is set") }
    guard changes.allSatisfy({ $0.span.file == first.span.file }) else {
      throw RequestFailure("the values stand in several files: \(notes.joined(separator: "; "))")
    }
    let file = program.files[Int(first.span.file.index)]
    let bytes = applying(changes.map { TextEdit($0.span, $0.text) }, to: file.bytes)
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    return (name, String(decoding: bytes, as: UTF8.self), notes.joined(separator: "\n"))
  }

  private func scenario() throws(RequestFailure) -> (name: String, text: String, note: String?) {
    var machine = Machine(setting.rules.plan, options: setting.options)
    try? supposed.log.run(in: &machine)
    let firings = machine.takeRecords().compactMap { $0.firing }
    let outcome = LogScenario.Outcome(preset: setting.preset, firings: firings)
    let scenario: LogScenario
    do throws(LogScenario.Unsayable) {
      scenario = try LogScenario(
        supposed.log, machine: machine, settings: setting.overrides, outcomes: [outcome])
    } catch {
      switch error {
      case .nothingLogged: throw RequestFailure("nothing is logged")
      case .neverOpen:
        throw RequestFailure("nothing is logged, and it ends before it starts: it was never open")
      case .startShownTwice: throw RequestFailure("it starts at a time that clocks showed twice")
      case .givenBeforeStart: throw RequestFailure("a notice was given before it starts")
      }
    }
    let includes = content.roots.map { "include \(ValueText.quoted($0))\n" }.joined()
    return ("\(supposed.log.id.printable).test.pace", "\(includes)\n\(scenario.text)", noteOfEdits)
  }
}

extension SettingChangeProblem {
  /// Why it is unclear where a value would be written.
  fileprivate var words: String {
    switch self {
    case .elsewhere(let preset, let base):
      "`\(preset)` takes it from \(base.map { "`\($0)`" } ?? "the parameter's default")"
    case .severalPlaces(let presets): "choose one of \(presets.joined(separator: ", ")) first"
    case .nowhere: "neither a preset nor a default gives it a value"
    }
  }
}
