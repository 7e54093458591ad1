/// The name spaces of a program.
struct Names {
  /// A name that stands for a value in expressions.
  enum ValueName {
    case param(ParamID)
    case attribute(AttributeID)
    case define(DefineID)
    case scale(ScaleID)
  }

  var streams: [String: StreamID] = [:]
  var values: [String: ValueName] = [:]
  /// Where each value was declared, for collisions.
  var valueSpans: [String: SourceSpan] = [:]
  var fields: [String: FieldNameID] = [:]
  var presets: [String: PresetID] = [:]
  var enumerations: [Enumeration: EnumerationID] = [:]
  /// For each enumeration and each scale, its cases by name.
  var cases: [[String: Int]] = []
  var levels: [[String: Int]] = []
  /// The places where the text names something, in the order of the look-ups; a place may occur twice.
  var occurrences: [Occurrence] = []

  /// Names that expressions give a meaning of their own.
  static let reservedValues: Set<String> = ["clock", "weekday", "date", "yes", "no", "not"]

  /// Whether the base and the params that a preset names are declared.
  func haveAll(of preset: PresetSyntax) -> Bool {
    if let base = preset.base, presets[base.text] == nil { return false }
    return preset.values.allSatisfy { if case .param = values[$0.name.text] { true } else { false } }
  }
}

/// What a rule, a policy or a definition reads of rules and scales, with the place that reads it.
struct Read {
  enum Target {
    case rule(RuleID)
    case kind(NoticeKindID)
    /// Only the rules with `on` that emit the kind.
    case triggeredKind(NoticeKindID)
    case scale(ScaleID)
  }
  var target: Target
  var span: SourceSpan
}

/// What other declarations need to know of a rule before it is checked.
struct RuleTraits {
  /// The kind it emits; nil for rules that never fire.
  var kind: NoticeKindID?
  var isOnEvent = false
  /// Whether each try stands alone, so that `fires` has a meaning in it.
  var allowsFires = false

  init(_ syntax: RuleSyntax) {
    var remembers = false
    for clause in syntax.clauses {
      if clause.kind.event != nil { isOnEvent = true }
      if case .raise = clause.kind { remembers = true }
      if case .when(_, let hold, let until) = clause.kind, hold != nil || until != nil { remembers = true }
    }
    allowsFires = isOnEvent && !remembers
  }
}

/// A checked definition.
struct Definition {
  var value: ExpressionID
  var features: Features
  var reads: [Read]
  /// The last derived stream that it reads.
  var newestStream: Int?
  /// How many nodes it has with every definition in it written out.
  var size: Int
}

/// The features of an expression that are not allowed everywhere.
struct Features: OptionSet, Sendable {
  let rawValue: UInt16
  static let since = Features(rawValue: 1 << 0)
  static let latest = Features(rawValue: 1 << 1)
  static let wholeWindow = Features(rawValue: 1 << 2)
  static let weekWindow = Features(rawValue: 1 << 3)
  static let monthWindow = Features(rawValue: 1 << 4)
  static let afterWindow = Features(rawValue: 1 << 5)
  static let fires = Features(rawValue: 1 << 6)
  static let firings = Features(rawValue: 1 << 7)
  static let level = Features(rawValue: 1 << 8)
  static let streak = Features(rawValue: 1 << 9)
  static let elapsed = Features(rawValue: 1 << 10)
  static let clock = Features(rawValue: 1 << 11)
  static let due = Features(rawValue: 1 << 12)
  static let newestWindow = Features(rawValue: 1 << 13)
  static let gap = Features(rawValue: 1 << 14)

  static let notInStreams: Features = [.fires, .firings, .level, .streak, .elapsed, .due]
  static let notInStreaks: Features = [
    .since, .gap, .wholeWindow, .newestWindow, .weekWindow, .monthWindow, .afterWindow, .fires, .level,
    .streak, .elapsed, .clock,
  ]

  /// How a message names the first of the features.
  ///
  /// - Parameter define: the definition that uses it; nil if it stands in the text itself.
  func text(through define: String?) -> String {
    let text = Self.texts.first { contains($0.feature) }?.text ?? "`clock`"
    return define.map { "`\($0)` uses \(text), which" } ?? text
  }

  private static let texts: [(feature: Features, text: String)] = [
    (.fires, "`fires`"), (.firings, "the firings of rules"), (.level, "a scale"), (.streak, "`streak`"),
    (.elapsed, "`elapsed`"), (.due, "`due`"), (.since, "`since`"), (.gap, "`gap`"), (.latest, "`latest`"),
    (.wholeWindow, "the whole subject"), (.newestWindow, "`last … events`"), (.weekWindow, "`this week`"),
    (.monthWindow, "`this month`"), (.afterWindow, "`after`"),
  ]
}

/// Where an expression stands, and what has been found in it so far.
struct Scope {
  enum Place {
    case condition
    /// A definition; one with a label is read outside of rules.
    case definition(hasLabel: Bool)
    /// The condition of the derived stream with this index.
    case stream(StreamID)
    case streak
  }
  var place: Place
  /// Whether `fires` has a meaning here.
  var allowsFires = false
  var features: Features = []
  var reads: [Read] = []
  var newestStream: Int?
  /// How many nodes the definitions named so far have, written out.
  var unfolded = 0
}
