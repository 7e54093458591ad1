public import PaceLanguage

/// What to do about a name that no time zone has.
public struct ZoneProblem: Sendable {
  public var help: String
  /// The zone that was most likely meant.
  public var nearest: String?

  public init(help: String, nearest: String?) {
    self.help = help
    self.nearest = nearest
  }
}

/// The names of time zones in a program, checked against those of the system.
public struct ZoneNames {
  private let program: Program
  private let problem: (String) -> ZoneProblem?

  /// `problem` says what is wrong with a name; nil if there is such a zone.
  public init(_ program: Program, problem: @escaping (String) -> ZoneProblem?) {
    self.program = program
    self.problem = problem
  }

  /// What is wrong with the zone that the program itself names, in its calendar or as its subjects' default.
  public var unknownDefault: Diagnostic? {
    (calendar + subjects).lazy.compactMap { diagnostic($0.name, $0.span) }.first
  }

  /// What is wrong with every zone, those of scenarios too.
  public var unknown: [Diagnostic] {
    all.compactMap { diagnostic($0.name, $0.span) }
  }

  /// Every name of a zone in the program and its scenarios.
  var all: [(name: String, span: SourceSpan)] { calendar + subjects + scenarios }

  private typealias Name = (name: String, span: SourceSpan)

  private var calendar: [Name] {
    guard let name = program.calendar.zone, let span = program.calendar.zoneSpan else { return [] }
    return [(name, span)]
  }

  private var subjects: [Name] {
    guard let zone = program.subject.zoneAttribute.map({ program.subject.attributes[$0.index] }),
      case .text(let name)? = zone.initial, let span = zone.initialSpan
    else { return [] }
    return [(name, span)]
  }

  private var scenarios: [Name] {
    program.syntax.flatMap { $0.declarations }.flatMap { declaration -> [Name] in
      guard case .scenario(let scenario) = declaration else { return [] }
      return scenario.items.flatMap { item -> [Name] in
        switch item {
        case .zone(let zone): return [(zone.text, zone.span)]
        case .subject(let values, _) where program.subject.zoneAttribute != nil:
          return values.filter { $0.name.text == "zone" }.compactMap { Self.text($0.value) }
        default: return []
        }
      }
    }
  }

  private static func text(_ literal: Literal) -> Name? {
    if case .string(let name) = literal.kind { return (name, literal.span) }
    return nil
  }

  private func diagnostic(_ name: String, _ span: SourceSpan) -> Diagnostic? {
    guard let problem = problem(name) else { return nil }
    let fix = problem.nearest.map { [TextEdit(span, ValueText.quoted($0))] } ?? []
    return Diagnostic(
      code: LintRule.unknownZone.code, span: span, message: "there is no time zone `\(name)`",
      help: problem.help, fix: fix, isGuess: true)
  }
}
