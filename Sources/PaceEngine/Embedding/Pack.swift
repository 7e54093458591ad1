public import PaceLanguage

/// Why a pack can't be used, or not in this way.
public enum PackError: Error, Sendable {
  /// The rules don't check.
  case rules([Diagnostic])
  /// There is no such `what`; `meant` is a name much like it.
  case unknownName(what: String, name: String, meant: String?)
  /// A value is not of the type, or not in the range, that the rules declare.
  case badValue(name: String, expected: String)
  /// An event that comes before what has been told already.
  case tooLate(Instant)
}

/// A value as an app has it.
public enum PackValue: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral
{
  case number(Double)
  /// Milliseconds.
  case duration(Int64)
  /// Milliseconds since midnight.
  case time(Int64)
  case bool(Bool)
  /// A text, or the name of one of several choices.
  case text(String)

  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int64) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(stringLiteral value: String) { self = .text(value) }
}

/// Checked rules, for an app that refers to everything by name.
public struct Pack: Sendable {
  public let program: Program
  let plan: Plan

  /// Reads rules; `include` gives the text of a file that they include, nil if there is none.
  public init(text: String, include: (String) -> String? = { _ in nil }) throws(PackError) {
    let compilation = Compilation.compile(roots: ["rules.pace"]) { path in
      let found = path == "rules.pace" ? text : include(path)
      return found.map { .bytes(Array($0.utf8)) } ?? .failure("it is not among the files of the pack")
    }
    guard let program = compilation.program else {
      throw .rules(compilation.diagnostics.filter { $0.severity == .error })
    }
    self.program = program
    plan = Plan(program)
  }

  /// Starts to follow a subject.
  ///
  /// - Parameters:
  ///   - preset: nil leaves the choice to the subject's attribute, or takes the only preset.
  ///   - attributes: by name; those left out have their defaults.
  ///   - start: when it started; nil for its first event.
  public func follow(
    preset: String? = nil, zone: Zone = .utc, attributes: [String: PackValue] = [:], start: Instant? = nil
  ) throws(PackError) -> Coach {
    var options = Machine.Options()
    options.tellsLevels = true
    options.accounts = .all
    if let preset {
      options.preset = PresetID(
        try Self.index(of: preset, what: "preset", in: program.presets.map { $0.name.text }))
    }
    var machine = Machine(plan, options: options)
    let declared = program.subject.attributes
    var values = declared.map { _ in Value.unknown }
    for (name, value) in attributes {
      let index = try Self.index(of: name, what: "attribute", in: declared.map { $0.name.text })
      values[index] = try bits(of: value, for: declared[index], in: &machine)
    }
    machine.begin(SubjectRecord(startedAt: start, attributes: values, zone: zone))
    return Coach(self, machine)
  }

  static func index(of name: String, what: String, in names: [String]) throws(PackError) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    throw .unknownName(what: what, name: name, meant: Spelling.nearest(to: name, among: names))
  }

  func bits(of value: PackValue, for field: Field, in machine: inout Machine) throws(PackError) -> Value {
    let found: Value? =
      switch (field.type, value) {
      case (.number, .number(let number)):
        Int64(exactly: (number * Double(Arithmetic.unit)).rounded()).map { Value($0) }
      case (.duration, .duration(let length)): Value(length)
      case (.time, .time(let time)): 0..<86_400_000 ~= time ? Value(time) : nil
      case (.bool, .bool(let isTrue)): Value(isTrue ? 1 : 0)
      case (.text, .text(let text)), (.schedule, .text(let text)): machine.intern(text)
      case (.enumeration(let id), .text(let text)):
        program.enumerations[id.index].cases.firstIndex(of: text).map { Value(Int64($0)) }
      case (.preset, .text(let text)):
        program.presets.firstIndex { $0.name.text == text }.map { Value(Int64($0)) }
      default: nil
      }
    guard let found else { throw .badValue(name: field.name.text, expected: text(of: field.type)) }
    guard field.range?.contains(found.bits) ?? true else {
      throw .badValue(name: field.name.text, expected: "\(text(of: field.type)) within its range")
    }
    return found
  }

  private func text(of type: ValueType) -> String {
    switch type {
    case .number: "a number"
    case .duration: "a duration"
    case .time: "a time of day"
    case .bool: "yes or no"
    case .text: "a text"
    case .schedule: "a schedule as a text"
    case .preset: "one of \(program.presets.map { $0.name.text }.joined(separator: ", "))"
    case .enumeration(let id): "one of \(program.enumerations[id.index].cases.joined(separator: ", "))"
    case .date, .weekday, .level: "nothing: a log has no such values"
    }
  }
}
