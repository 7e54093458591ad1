import PaceEngine
public import PaceLab
public import PaceLanguage

/// A fit's result with the words that all its formats share.
public struct FitView: Sendable {
  let result: FitResult
  /// The packs as they were named.
  let pack: String
  let database: String
  let labels: String
  let settings: [String]
  /// The names of the rules that are judged; empty for all.
  let judged: [String]
  /// For each label that the values get wrong, the command that explains it; nil if the log was a stream.
  let commands: [String?]
  public let orders: FitOrders
  /// The presets that do better than every combination that was tried.
  let rivals: [FitRival]
  let stands: GridStands

  /// - Parameters:
  ///   - database: the file of the log; nil for standard input.
  ///   - labels: the file of the labels.
  ///   - settings: what was set for the fit, as `name=value`.
  ///   - judged: the names of the rules whose notices count; empty for all.
  ///   - commands: for each label that the values get wrong, the command that explains it. Nil if there is none, as for
  ///     a log that came on standard input.
  public init(
    _ result: FitResult, of pack: String, on database: String?, by labels: String, settings: [String],
    judged: [String], commands: [String?], orders: FitOrders
  ) {
    self.result = result
    self.pack = pack
    self.database = database ?? "standard input"
    self.labels = labels
    self.settings = settings
    self.judged = judged
    self.commands = commands
    self.orders = orders
    rivals = result.rivals
    stands = GridStands(
      result.grid, of: result.program,
      given: result.preset == result.program.defaultPreset ? nil : result.preset)
  }

  var program: Program { result.program }
  var grid: SweepGrid { result.grid }
  var finding: FitFinding { result.finding }

  /// `42 labels, 25 wanted and 17 not · 20 sessions · fast_pace_units=3`
  var scope: String {
    let count = result.wanted + result.unwanted
    let labels = "\(Noun.count(count, "label")), \(result.wanted) wanted and \(result.unwanted) not"
    let subjects = Noun.count(result.subjects, program.noun)
    return ([labels, subjects] + settings).joined(separator: " · ")
  }

  /// What a point of the grid is called.
  var point: String { grid.axes.count == 1 ? "value" : "combination" }

  /// `108,000 combinations`
  private func points(_ count: Int) -> String {
    "\(ValueText.count(count)) \(count == 1 ? point : Noun.plural(point))"
  }

  /// How the values were looked for.
  var method: String {
    let all = points(grid.count)
    if finding.isExhaustive { return "every \(point) was tried: \(all)" }
    let known =
      if finding.knowsAllTies {
        "every label is told right, and all combinations that do so are known"
      } else if result.isFlawless {
        "every label is told right, which more combinations may do"
      } else {
        "another combination may do better"
      }
    return
      "\(all) are more than \(ValueText.count(FitRegion.limit)): pairs of "
      + "parameters were varied in turn, from every preset, until none did better; \(known)"
  }

  /// What so few labels leave open; nil if they are enough for a first idea.
  var warning: String? {
    guard result.hasFewLabels else { return nil }
    let ties = finding.ties.count
    let open =
      ties == 1
      ? "one more may make another \(point) the best"
      : "\(points(ties)) do equally well, and one more may make another the best"
    return "few labels (fewer than \(FitResult.few) wanted, or fewer than \(FitResult.few) unwanted): \(open)"
  }

  /// `F1` or `cost`.
  var measure: String { result.objective == .f1 ? "F1" : "cost" }

  /// `0.933` or `12.5`
  func score(_ counts: SweepScore) -> String {
    let score = result.objective.score(counts)
    return result.objective == .f1 ? ValueText.number((score + 500) / 1000 * 1000) : ValueText.number(score)
  }

  /// What the best values tried are called; they are not recommended if a preset does better.
  var chosen: String { rivals.isEmpty ? "recommended" : "best tried" }

  /// One row of scores: whose values, which values, and how they do by the labels.
  struct Row: Sendable {
    var name: String
    var values: [String]
    var counts: SweepScore
    /// With as many decimals as those of the other rows.
    var score = ""
    /// Whether the recommended values are near to this preset.
    var isInForce = false
    /// The cells below the `heads`.
    var cells: [String] {
      [counts.caught, counts.missed, counts.falseAlarms].map { String($0) }
        + [Words.wholePercent(counts.recall), Words.wholePercent(counts.precision)]
    }
  }

  /// What the `cells` of each row say, behind its score.
  static let heads = ["caught", "missed", "false", "recall", "precision"]

  /// The recommended values, then the presets, then what holds at present.
  var rows: [Row] {
    var rows = [Row(name: chosen, values: result.texts, counts: finding.counts)]
    for (preset, counts) in result.presets {
      rows.append(
        Row(
          name: program.presets[preset.index].name.text, values: texts(under: preset), counts: counts,
          isInForce: preset == result.preset))
    }
    if let present = result.present {
      let values = result.presets.isEmpty ? texts(under: nil) : grid.axes.map { _ in "" }
      let subject = program.noun
      rows.append(
        Row(
          name: result.presets.isEmpty ? "as it is" : "each \(subject) its own", values: values,
          counts: present))
    }
    for (index, score) in ShownNumber.aligned(rows.map { score($0.counts) }).enumerated() {
      rows[index].score = score
    }
    return rows
  }

  /// The values of the parameters under a preset, or by default.
  private func texts(under preset: PresetID?) -> [String] {
    let values = program.values(under: preset)
    return grid.axes.map { axis in
      values[axis.param.index].map { program.text(of: $0, type: axis.type) } ?? ""
    }
  }

  /// The points that do as well, in a sentence; and as ranges, where there are several.
  var ties: (sentence: String, ranges: [String]) {
    let tried = finding.knowsAllTies ? "" : " of those that were tried"
    let count = finding.ties.count
    if count == 1 { return ("no other \(point)\(tried) does as well", []) }
    let ranges = finding.ties.boxes.map { box in
      zip(grid.axes, box).map { axis, range in
        let texts = [range.lowerBound, range.upperBound].map { axis.text($0, program) }
        return "\(axis.name) " + (range.count == 1 ? texts[0] : "\(texts[0]) to \(texts[1])")
      }.joined(separator: ", ")
    }
    let near = program.presetName(result.preset).map { "preset \($0)" } ?? "the defaults"
    let asGood = result.equal == nil ? "" : ", which does as well"
    return (
      "\(points(count))\(tried) do equally well; the \(chosen) one of them is the nearest to \(near)"
        + asGood,
      ranges
    )
  }

  /// The result of leaving subjects out, one at a time.
  var leftOut: String {
    let subject = program.noun
    guard finding.folds > 0 else {
      return "the labels are of one \(subject), so how well the values would do on others is not known"
    }
    let counts = finding.leftOut
    return "with one \(subject) left out, the same values are recommended \(finding.same) of \(finding.folds)"
      + " times; \(measure) on those left out: \(score(counts))"
  }

  /// The zone of every mistake that names no other; nil without a mistake.
  private var zoneOfMistakes: Zone? { result.mistakes.first?.zone }

  /// `, times in UTC`; empty without a mistake.
  var timesOfMistakes: String { zoneOfMistakes.map { ", times in \($0.name)" } ?? "" }

  /// How the values get a label wrong.
  func sentence(_ mistake: FitMistake) -> String {
    let time = TimeText(mistake.zone)
    let (from, to) = (mistake.label.from, mistake.label.to)
    let end = from == to ? "" : " to \(time.shortClock(to, besides: from))"
    let zone = zoneOfMistakes.map { time.zone(besides: $0) } ?? ""
    let span = "\(time.day(from)) \(time.shortClock(from))\(end)\(zone)"
    let rules = mistake.label.rule.map { [program[$0].name.text] } ?? judged
    let rule = rules.isEmpty ? "" : " of \(rules.joined(separator: " or "))"
    guard let notice = mistake.notice else { return "\(span): a notice\(rule) is wanted, and none comes" }
    return "\(span): no notice\(rule) is wanted, and \(program[notice.rule].name.text) speaks at"
      + " \(time.clock(notice.at, besides: from))"
  }
}

/// Whether the `order` claims of a pack hold once the recommended values are written into a preset.
public enum FitOrders: Sendable {
  /// The pack claims none.
  case none
  /// It can't be said, because the values can't be written there.
  case unknown(String)
  case claims([OrderClaim], preset: String?)

  var isBroken: Bool { !broken.isEmpty }

  public var broken: [OrderClaim] {
    guard case .claims(let claims, _) = self else { return [] }
    return claims.filter { $0.verdict == .refuted }
  }

  func sentence(_ program: Program) -> String? {
    switch self {
    case .none: return nil
    case .unknown(let reason): return "not looked at: \(reason)"
    case .claims(let claims, let preset):
      let place = preset.map { " with these values in \($0)" } ?? " with these values"
      let open = claims.count { $0.verdict == .open }
      if isBroken {
        return "broken\(place): " + broken.map { Self.text($0, program) }.joined(separator: "; ")
      }
      return open == 0
        ? "the order claims still hold\(place)"
        : "nothing found against the order claims\(place), but \(Noun.count(open, "claim")) could not"
          + " be proved"
    }
  }

  /// `balanced < strict for fast_pace`
  public static func text(_ claim: OrderClaim, _ program: Program) -> String {
    "\(program.order(of: claim)) for \(program.name(of: claim.about))"
  }
}
