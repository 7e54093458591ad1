import PaceEngine
import PaceLanguage

/// What the parts of one instant's page share.
final class ExplainPage: Sendable {
  /// The width of a label, with the blanks before and after it.
  static let label = 10

  let explanation: Explanation
  let program: Program
  let style: Style
  let width: Int
  let time: TimeText
  let condition: ConditionText
  /// The command or option that shows the parts that a page has no room for.
  let rest: String

  /// `isFull` shows every part of a condition, even where a name would do.
  init(
    _ explanation: Explanation, _ program: Program, _ style: Style, width: Int, isFull: Bool,
    rest: String = ""
  ) {
    self.rest = rest
    self.explanation = explanation
    self.program = program
    self.style = style
    self.width = width
    time = TimeText(explanation.log.record.zone)
    var condition = ConditionText(program, explanation.machine, explanation.log)
    condition.isFull = isFull
    condition.day = time.date(explanation.account.at)
    self.condition = condition
  }

  var at: Instant { explanation.account.at }
  /// The width left beside a label.
  var room: Int { width - Self.label }

  /// Lines with a label before the first.
  func labelled(_ label: String, _ lines: [String], indent: Int = 2) -> [String] {
    lines.enumerated().map { index, line in
      let head = String(repeating: " ", count: indent) + (index == 0 ? label : "")
      return style.dim(head.padded(to: Self.label)) + line
    }
  }

  /// `session s1, preset balanced`, or shorter `session s1, balanced`
  func subject(isShort: Bool = false) -> String {
    let name = program.presetName(explanation.account.preset)
    let preset = name.map { isShort ? ", \($0)" : ", preset \($0)" } ?? ""
    return "\(program.noun) \(explanation.log.id.printable)\(preset)"
  }

  /// When a gate opens: `at` an instant, or, if that is a millisecond after a full second, `after` that second.
  func opening(_ instant: Instant) -> String {
    let isAfter = instant.milliseconds % 1000 == 1
    return "\(isAfter ? "after" : "at") \(time.last(before: instant, besides: at))"
  }
}

/// How densely a page is set.
struct ExplainDensity: Sendable {
  /// How a condition is set.
  enum Condition: Sendable {
    /// A line for each part, its rows below it.
    case parts
    /// As running text with each set of rows once, a line for each operand of the outermost chain.
    case operands
    /// As running text throughout.
    case running
    /// Only the parts that decided it, without the margins of true ones, and the newest of its rows.
    case brief
    /// Only the values of those parts.
    case figures
  }

  /// How the rules that are not in focus are summed up.
  enum Others: Sendable {
    /// By name, with the values of those that are idle.
    case figures
    case names
    /// The number of rules of each outcome.
    case counts
  }

  enum Gates: Sendable {
    /// Each with what it counted.
    case each
    /// The open ones by name in one part, and those of policies in another.
    case folded
    case counted
  }

  /// The most lines that a set of rows takes.
  let rowLines: Int
  let condition: Condition
  let others: Others
  /// How open gates are shown.
  var gates = Gates.each

  /// From the roomiest to the densest; none gives a longer page than the one before.
  static let all = [
    ExplainDensity(rowLines: 4, condition: .parts, others: .figures),
    ExplainDensity(rowLines: 3, condition: .parts, others: .figures),
    ExplainDensity(rowLines: 3, condition: .parts, others: .names),
    ExplainDensity(rowLines: 2, condition: .parts, others: .names),
    ExplainDensity(rowLines: 2, condition: .operands, others: .names),
    ExplainDensity(rowLines: 1, condition: .operands, others: .names),
    ExplainDensity(rowLines: 1, condition: .operands, others: .counts),
    ExplainDensity(rowLines: 1, condition: .operands, others: .counts, gates: .folded),
    ExplainDensity(rowLines: 1, condition: .running, others: .counts, gates: .folded),
    ExplainDensity(rowLines: 1, condition: .brief, others: .counts, gates: .folded),
    ExplainDensity(rowLines: 1, condition: .brief, others: .counts, gates: .counted),
    ExplainDensity(rowLines: 1, condition: .figures, others: .counts, gates: .counted),
  ]
}
