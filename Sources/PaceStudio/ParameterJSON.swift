import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// The values that one parameter can be given, and which of them change anything.
struct ParameterJSON {
  /// The most rows that are evaluated for the marks of a parameter, under all values together.
  private static let mostRows = 250_000

  private let rules: RuleText
  private let param: ParamID
  let axis: SweepAxis?

  init(_ rules: RuleText, _ param: ParamID) {
    self.rules = rules
    self.param = param
    axis = rules.axes[param.index]
  }

  var values: [UInt8] {
    JSONWriter.bytes { json in
      json.field("values", strings: texts)
    }
  }

  /// The index on the axis that stands at the middle of a wide range's slider; nil for an even slider.
  ///
  /// It is the index of the highest value of a preset or the default, but at least a twentieth of the range. Nil unless
  /// that value lies in the lowest quarter of the range.
  var middle: Int? {
    let last = (axis?.values.count ?? 1) - 1
    let declared = rules.program.params[param.index]
    let given = rules.program.presets.map { $0.values[param.index] } + [declared.initial]
    let places = given.compactMap { value -> Int? in
      guard case .value(let value) = value else { return nil }
      return axis?.values.firstIndex(of: value.bits)
    }
    guard let highest = places.max(), highest * 4 < last else { return nil }
    return max(highest, last / 20)
  }

  private var texts: [String] {
    guard let axis else { return [] }
    return axis.values.indices.map { axis.text($0, rules.program) }
  }

  /// The values at which notices or levels change, and the values around the present one that give the same.
  func marks(_ setting: Setting, _ log: SubjectLog) -> [UInt8] {
    guard let axis else { return JSONWriter.bytes { $0.array("marks") { _ in } } }
    var options = setting.options
    options.tellsLevels = true
    var marks: [Int] = []
    var range: Range<Int>?
    var words = ""
    do throws(RunawaySubject) {
      let found = try axis.changes(in: log, rules.plan, options: options, mostRows: Self.mostRows)
      marks = found.values
      if found.rows == 0, !log.events.isEmpty {
        words = "no marks: to try every value on so many rows is too much for a page, `pace sweep` does"
      } else if found.rows < log.events.count {
        words =
          "marks of the first \(found.rows) rows only: more is too much for a page, `pace sweep` tries all"
      } else {
        range = present(setting, log, axis).map { Self.range(around: $0, marks, count: axis.values.count) }
        words = range.map { text($0.count, of: axis.values.count) } ?? ""
      }
    } catch {
      words = "not every value can be tried: " + error.runaway.sentence(log.id, rules.program)
    }
    return JSONWriter.bytes { json in
      json.array("marks", each: marks) { $1.integer($0) }
      json.array("same", each: range.map { [$0.lowerBound, $0.upperBound - 1] } ?? []) { $1.integer($0) }
      json.field("text", words)
    }
  }

  private func text(_ same: Int, of count: Int) -> String {
    switch same {
    case 1: "any other value gives other notices or levels"
    case count: "all \(count) values give the same notices and levels"
    default: "\(same) of \(count) values give the same notices and levels"
    }
  }

  /// The index on the axis of the value in force.
  private func present(_ setting: Setting, _ log: SubjectLog, _ axis: SweepAxis) -> Int? {
    var machine = Machine(rules.plan, options: setting.options)
    log.begin(in: &machine)
    guard case .value(let value)? = setting.value(of: param, under: machine.preset) else { return nil }
    return axis.values.firstIndex(of: value.bits)
  }

  private static func range(around index: Int, _ marks: [Int], count: Int) -> Range<Int> {
    (marks.last { $0 <= index } ?? 0)..<(marks.first { $0 > index } ?? count)
  }
}
