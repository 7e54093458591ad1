import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// What is chosen in the page: a preset, one to compare with, and values of parameters.
struct Setting {
  let rules: RuleText
  /// Nil leaves the choice to the subject.
  let preset: PresetID?
  /// The preset, of the rules as they came, against which new and gone notices are counted.
  let against: PresetID?
  private(set) var choices: [Choice] = []
  /// The faults of the setting, in words.
  private(set) var problems: [(param: ParamID?, text: String)] = []
  private let until: Instant?

  /// A value of a parameter, and how it was typed.
  struct Choice {
    let param: ParamID
    let value: Constant
    let text: String
  }

  init(_ request: Request, _ rules: RuleText, _ original: RuleText, _ content: StudioContent) {
    self.rules = rules
    until = content.until.map { Instant($0) }
    func named(_ key: String, _ program: Program) -> PresetID? {
      request[key].flatMap { name in
        program.presets.firstIndex { $0.name.text == name }.map { PresetID($0) }
      }
    }
    preset = named("preset", rules.program)
    against = named("against", original.program)
    if let name = request["preset"], preset == nil {
      let hasOwn = rules.program.subject.presetAttribute != nil
      let instead = hasOwn ? "each one's own or the default" : "the default"
      problems.append((nil, "these rules have no preset `\(name.printable)`: \(instead) holds"))
    }
    if let name = request["against"], against == nil {
      problems.append((nil, "the rules that the page was made with have no preset `\(name.printable)`"))
    }
    for set in request.all("set") {
      let name = String(set.prefix { $0 != "=" })
      let param = rules.program.params.firstIndex { $0.name.text == name }.map { ParamID($0) }
      do throws(RequestFailure) { try add(set, param) } catch { problems.append((param, error.text)) }
    }
    for (index, param) in rules.program.params.enumerated()
    where value(of: ParamID(index)) == nil && preset == nil && rules.program.defaultPreset == nil {
      let text = "`\(param.name.text)` has no value: choose a preset, or set it"
      problems.append((ParamID(index), text))
    }
  }

  private var program: Program { rules.program }

  /// Adds a value from `NAME=VALUE`; `id` is nil for a name that the rules don't have.
  private mutating func add(_ set: String, _ id: ParamID?) throws(RequestFailure) {
    let parts = set.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let id else {
      throw RequestFailure("these rules have no parameter `\(parts[0].printable)`")
    }
    let param = program.params[id.index]
    let value = try program.typed(parts[1], for: param.name.text, param.type, in: param.range)
    if case .value(let value) = value, let demand = param.demands.unmet(by: value.bits) {
      throw RequestFailure("\(demand.use) needs \(demand.need.text), and `\(param.name.text)` is used there")
    }
    choices.append(Choice(param: id, value: value, text: parts[1]))
  }

  /// The values as `--set` takes them, texts in quotes.
  var words: [String] {
    choices.map { choice in
      let param = program.params[choice.param.index]
      let text =
        if case .text = choice.value { program.text(of: choice.value, type: param.type) } else { choice.text }
      return "\(param.name.text)=\(text)"
    }
  }

  /// The values by parameter, as a machine's options take them.
  var overrides: [(param: ParamID, value: Constant)] { choices.map { (param: $0.param, value: $0.value) } }

  /// The last instant that is looked at in a log; nil if nothing bounds it.
  func last(of log: SubjectLog) -> Instant? { log.until ?? until }

  /// The value that is set, else the preset's, else the parameter's default.
  func value(of param: ParamID) -> Constant? {
    value(of: param, under: preset ?? program.defaultPreset)
  }

  /// The value that is set, else that of the preset in force, else the parameter's default.
  func value(of param: ParamID, under preset: PresetID?) -> Constant? {
    choices.last { $0.param == param }?.value ?? usual(param, under: preset)
  }

  /// The preset's value, else the parameter's default, without the values that are set.
  func usual(_ param: ParamID, under preset: PresetID?) -> Constant? {
    program.values(under: preset)[param.index]
  }

  /// The options for evaluating this setting.
  var options: Machine.Options { options(preset, overrides) }

  /// The options for evaluating what it is compared with.
  var optionsAgainst: Machine.Options { options(against, []) }

  private func options(
    _ preset: PresetID?, _ values: [(param: ParamID, value: Constant)]
  ) -> Machine.Options {
    var options = Machine.Options()
    options.preset = preset
    options.overrides = values
    options.until = until
    options.shouldStop = Work.take
    return options
  }
}

extension Program {
  /// The value that a typed text gives a parameter or a field with this name.
  func typed(
    _ text: String, for name: String, _ type: ValueType, in range: ClosedRange<Int64>?
  ) throws(RequestFailure) -> Constant {
    switch constant(from: text, as: type) {
    case .text(let text)?: return .text(text)
    case .value(let value)? where range?.contains(value.bits) ?? true: return .value(value)
    case .value, nil:
      let expected = expected(insteadOf: text, as: type, in: range)
      throw RequestFailure("`\(name)` can't be `\(text.printable)`: expected \(expected)")
    }
  }
}
