public import PaceLanguage

/// A value that an app gives for a field or an attribute. To give none, leave the name out.
public enum PackValue: Equatable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral
{
  /// Stands for the decimal that the `Double` prints as, rounded half to even to six digits after the point.
  ///
  /// It must be finite and less than 9,223,372,036,854.775808 in size.
  case number(Double)
  /// Milliseconds.
  case duration(Int64)
  /// Milliseconds since midnight.
  case time(Int64)
  /// Days since 1970-01-01.
  case date(Int64)
  case bool(Bool)
  /// A text, a date such as `2026-11-20`, a schedule such as `weekly mon wed`, or the name of one of several choices.
  case text(String)

  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int64) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(stringLiteral value: String) { self = .text(value) }
}

/// Checked rules for an app, which refers to everything by name.
public struct Pack: Sendable {
  public let program: Program
  let plan: Plan
  /// The most rowless instants allowed in 24 hours of a subject; a test may allow fewer.
  package var mostRowless = Runaway.mostInstants

  /// Reads and checks rules.
  ///
  /// - Parameters:
  ///   - path: the file that findings and reports name.
  ///   - include: gives the text of a file that the rules include, nil if there is none. Rules in `packs/a.pace` that
  ///     include `c.pace` and `../b.pace` ask for `packs/c.pace` and `b.pace`.
  /// - Throws: `.rules`.
  public init(
    text: String, path: String = "rules.pace", include: (String) -> String? = { _ in nil }
  ) throws(PackError) {
    let root = normalizedPath(path)
    let compilation = Compilation.compile(roots: [path]) { named in
      let found = named == root ? text : include(named)
      return found.map { .bytes(Array($0.utf8)) } ?? .failure("it is not among the files of the pack")
    }
    guard let program = compilation.program else {
      throw .rules(compilation.diagnostics.filter { $0.severity == .error }, files: compilation.files)
    }
    self.program = program
    plan = Plan(program)
  }

  /// Starts to follow a subject.
  ///
  /// - Parameters:
  ///   - preset: nil leaves the choice to the subject's attribute, or takes the only preset.
  ///   - zone: used unless the attribute `zone` names one; nil for the zone of the rules' calendar, else UTC.
  ///   - attributes: by name; attributes left out have their defaults.
  ///   - start: when it started; nil for its first event. If subjects are days, it is in the day to follow.
  ///   - zones: gives the zone of a name, nil if there is none. `ZoneDirectory` of PaceStore knows the system's.
  /// - Throws: `.unknownName`, `.badValue`, `.unknownZone`, `.noValue`, `.outOfRange`.
  public func follow(
    preset: String? = nil, zone: Zone? = nil, attributes: [String: PackValue] = [:], start: Instant? = nil,
    zones: (String) -> Zone? = { _ in nil }
  ) throws(PackError) -> Coach {
    if let start, !start.isInRange { throw .outOfRange(start) }
    var options = Machine.Options()
    // An account of no instant so far: `LiveRun.account` names the instant when somebody asks.
    options.accounts = .at(Instant(.min))
    options.tellsLevels = true
    options.mostRowless = mostRowless
    if let preset {
      options.preset = PresetID(
        try Self.index(of: preset, what: "preset", in: program.presets.map { $0.name.text }))
    }
    var machine = Machine(plan, options: options)
    let declared = program.subject.attributes
    var values = declared.map { _ in Value.unknown }
    for (name, value) in attributes {
      let index = try Self.index(of: name, what: "attribute", in: declared.map { $0.name.text })
      values[index] = try bits(of: value, for: declared[index]) { machine.intern($0) }
    }
    let zone = try self.zone(attributes, else: zone, zones)
    machine.begin(SubjectRecord(startedAt: start, attributes: values, zone: zone))
    if let param = program.paramWithoutValue(under: machine.preset) {
      let preset = machine.preset.map { program.presets[$0.index].name.text }
      throw .noValue(param: program.params[param.index].name.text, preset: preset)
    }
    return Coach(self, machine)
  }

  /// The zone that a subject's attribute or its default names, else `other`, else the calendar's.
  private func zone(
    _ attributes: [String: PackValue], else other: Zone?, _ zones: (String) -> Zone?
  ) throws(PackError) -> Zone {
    var name = other == nil ? program.calendar.zone : nil
    if let attribute = program.subject.zoneAttribute.map({ program.subject.attributes[$0.index] }) {
      if case .text(let initial) = attribute.initial { name = initial }
      if case .text(let own) = attributes[attribute.name.text] { name = own }
    }
    guard let name else { return other ?? .utc }
    if name == Zone.utc.name { return .utc }
    guard let zone = zones(name) else { throw .unknownZone(name) }
    return zone
  }

  static func index(of name: String, what: String, in names: [String]) throws(PackError) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    throw .unknownName(what: what, name: name, meant: Spelling.nearest(to: name, among: names))
  }

  func bits(
    of value: PackValue, for field: Field, intern: (String) -> Value
  ) throws(PackError) -> Value {
    let constant: Constant? =
      switch (field.type, value) {
      case (.number, .number(let number)):
        Arithmetic.millionths(number).map { .value(Value($0)) }
      case (.duration, .duration(let bits)), (.time, .time(let bits)), (.date, .date(let bits)):
        .value(Value(bits))
      case (.bool, .bool(let isTrue)): .value(Value(isTrue ? 1 : 0))
      case (.text, .text(let text)), (.schedule, .text(let text)), (.date, .text(let text)),
        (.enumeration, .text(let text)), (.preset, .text(let text)):
        program.constant(from: text, as: field.type)
      default: nil
      }
    guard let constant, program.admits(constant, in: field), constant != .value(.unknown) else {
      throw .badValue(name: field.name.text, expected: expectation(of: field, unmetBy: constant, value))
    }
    switch constant {
    case .value(let value): return value
    case .text(let text): return intern(text)
    }
  }

  /// What a field takes, in words. `constant` is `value` in the field's type; nil if it can't be converted.
  private func expectation(of field: Field, unmetBy constant: Constant?, _ value: PackValue) -> String {
    let expected = program.expectation(of: field, unmetBy: constant)
    if constant != nil { return expected }
    switch (field.type, value) {
    case (.number, .number(let number)):
      if !number.isFinite { return "a finite number" }
      return field.range == nil ? "\(expected) less than 9,223,372,036,854.775808 in size" : expected
    case (.duration, _): return "\(expected), as `.duration` in milliseconds"
    case (.time, _): return "\(expected), as `.time` in milliseconds since midnight"
    default: return expected
    }
  }
}
