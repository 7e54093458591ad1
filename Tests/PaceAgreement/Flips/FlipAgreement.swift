import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle

/// Compares the flips and next steps of a verdict with the oracle.
///
/// Each flip is applied to the program or the log, which the oracle then evaluates. Flips that are not told are
/// searched for as well: nearer values, rows, events, and earlier instants.
public struct FlipAgreement: Sendable {
  /// How many cases were judged.
  public private(set) var cases = 0
  /// How many statements of each sort were judged.
  public private(set) var judged: [String: Int] = [:]

  public init() {}

  /// The sorts of statements, each of which has to be judged.
  public static let sorts: [String] = [
    "fired", "held", "idle", "not_triggered", "waiting", "unknown", "already_fired",
    "param higher", "param lower", "param and all beyond", "param but not all beyond", "no param",
    "param not searched", "param on both sides", "row", "no row", "event", "event before others", "no event",
    "wait", "row later",
    "no wait",
    "next clears", "next opens unless", "next opens cooldown", "next opens quiet", "next opens limit",
    "next opens policy", "next level", "next raises", "next raises before others",
    "next free now", "next free later",
  ]

  /// The sorts without a judged statement.
  public var missing: [String] { Self.sorts.filter { judged[$0] == nil } }

  /// How many statements of each sort were judged, a line each.
  public var lines: [String] { Self.sorts.map { "\($0): \(judged[$0] ?? 0)" } }

  /// What is wrong with the case of a seed, in words; nil if nothing is, or the seed has no case.
  public mutating func failure(seed: UInt64, usesExtremes: Bool = false) -> String? {
    guard let found = FlipCase(seed: seed, usesExtremes: usesExtremes) else { return nil }
    cases += 1
    note(found.verdict.outcome.text)
    guard let failure = outcome(found) ?? flips(found) ?? next(found) else { return nil }
    return "seed \(seed): \(failure)\n\(found.words)"
  }

  mutating func note(_ sort: String) { judged[sort, default: 0] += 1 }

  private func outcome(_ found: FlipCase) -> String? {
    let told = found.verdict.outcome.text
    return told == found.outcome.rawValue ? nil : "it is \(told), and \(found.outcome.rawValue) by the oracle"
  }

  // MARK: Flips

  private mutating func flips(_ found: FlipCase) -> String? {
    let search = FlipSearch(Outlook(found.situation), found.account, rule: found.rule)
    let report = search.search()
    for flip in report.flips {
      guard let stands = found.stands(found.altered(flip.alteration)) else { continue }
      if stands == found.stands { return "\(flip.alteration) does not turn it over" }
    }
    return params(report, found) ?? rows(report, found) ?? events(report, found) ?? waiting(report, found)
  }

  private mutating func params(_ report: FlipReport, _ found: FlipCase) -> String? {
    for (index, param) in found.pair.program.params.enumerated() {
      let id = ParamID(index)
      if report.others.contains(.setting(id, isSearched: false)) {
        note("param not searched")
        if found.grid(param) != nil { return "\(param.name) has a grid and is not searched" }
        continue
      }
      guard let grid = found.grid(param) else { continue }
      let told = report.flips.compactMap { flip -> (value: Int64, goesOn: Bool?)? in
        guard case .setting(id, let value) = flip.alteration else { return nil }
        return (value.bits, flip.goesOn)
      }
      func turns(_ value: Int64) -> Bool { found.turns(.setting(id, Value(value))) }
      if told.isEmpty {
        let isSearched = report.others.contains(.setting(id, isSearched: true))
        if isSearched { note("no param") }
        // A few values are enough for a parameter that the report leaves out.
        let some = isSearched ? grid : grid.enumerated().filter { $0.offset % 16 == 3 }.map(\.element)
        if let value = some.first(where: turns) { return "\(param.name) = \(value) turns it over, not told" }
        continue
      }
      let present = found.present(param) ?? 0
      if told.count > 1 { note("param on both sides") }
      for isHigher in [true, false] {
        let side = grid.filter { ($0 > present) == isHigher }
        let here = told.filter { ($0.value > present) == isHigher }
        if here.count > 1 { return "\(param.name) has two flips on one side" }
        if let failure = self.side(of: param.name, side, here.first, isHigher, turns) { return failure }
      }
    }
    return nil
  }

  /// What is wrong with the flip told on one side of the present value; `values` go outward.
  private mutating func side(
    of name: String, _ values: [Int64], _ told: (value: Int64, goesOn: Bool?)?, _ isHigher: Bool,
    _ turns: (Int64) -> Bool
  ) -> String? {
    guard let told else {
      return values.first(where: turns).map { "\(name) = \($0) turns it over, not told" }
    }
    note(isHigher ? "param higher" : "param lower")
    guard let place = values.firstIndex(of: told.value) else {
      return "\(name) = \(told.value) is not of the grid"
    }
    if let nearer = values[..<place].first(where: turns) {
      return "\(name) = \(nearer) turns it over, and is nearer than \(told.value)"
    }
    guard let goesOn = told.goesOn else { return nil }
    note(goesOn ? "param and all beyond" : "param but not all beyond")
    if values[(place + 1)...].allSatisfy(turns) != goesOn {
      return "beyond \(name) = \(told.value) it is otherwise"
    }
    return nil
  }

  private mutating func rows(_ report: FlipReport, _ found: FlipCase) -> String? {
    var told: Set<Int> = []
    for flip in report.flips {
      if case .removal(let event) = flip.alteration { told.insert(event.index) }
    }
    note(told.isEmpty ? "no row" : "row")
    for index in found.pair.log.rows.indices
    where !told.contains(index) && found.turns(.removal(EventOrdinal(index))) {
      return "without row\(index) it is otherwise, not told"
    }
    return nil
  }

  private mutating func events(_ report: FlipReport, _ found: FlipCase) -> String? {
    var told: Set<LoggedKind> = []
    for flip in report.flips {
      if case .addition(let event, let kind) = flip.alteration {
        told.insert(LoggedKind(event: event, kind: kind))
      }
    }
    note(told.isEmpty ? "no event" : "event")
    if told.contains(where: found.comesBeforeOthers) { note("event before others") }
    for logged in found.loggedKinds
    where !told.contains(logged) && found.turns(.addition(logged.event, logged.kind)) {
      return "one more \(logged.name(in: found.program)) turns it over, not told"
    }
    // Where no kind of an event turns it over, a row without a kind may.
    for index in found.program.events.indices {
      let plain = LoggedKind(event: EventID(index), kind: nil)
      if told.contains(where: { $0.event == plain.event }) { continue }
      if found.turns(.addition(plain.event, nil)) {
        return "one more \(plain.name(in: found.program)) without a kind turns it over, not told"
      }
    }
    return nil
  }
}
