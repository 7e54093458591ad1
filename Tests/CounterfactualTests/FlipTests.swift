import Foundation
import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// Flips and next steps on random programs and logs, each done by hand to the input and judged by the oracle.
///
/// `PACE_CASES` is how many cases there are and `PACE_SEED` the first seed; what a failure prints names its seed.
@Suite struct `What turns a verdict over` {
  static func number(_ name: String, or fallback: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? fallback
  }

  /// Calls `check` with cases until there were enough; it gives what is wrong.
  static func forEachCase(_ usual: UInt64, _ options: GeneratorOptions, _ check: (Case) -> String?) {
    let wanted = number("PACE_CASES", or: usual)
    var seed = number("PACE_SEED", or: 1)
    var done: UInt64 = 0
    while done < wanted {
      defer { seed += 1 }
      guard let found = Case(seed: seed, options) else { continue }
      done += 1
      if let failure = check(found) {
        Issue.record("seed \(seed): \(failure)\n\(found.words)")
        return
      }
    }
  }

  @Test func `every flip flips when the oracle evaluates the altered input, and no nearer value does`() {
    var flips = 0
    for options in [GeneratorOptions.stage1, .stage2] {
      Self.forEachCase(15, options) { found in
        var search = FlipSearch(found.situation, found.account, rule: found.rule)
        let report = search.search()
        flips += report.flips.count
        for flip in report.flips {
          if found.stands(found.altered(flip.alteration)) == found.stands {
            return "\(flip.alteration) does not turn it over"
          }
        }
        return nearer(report, found) ?? missed(report, found)
      }
    }
    #expect(flips > 0)
  }

  /// A grid point that turns the verdict over and is nearer than the one told, or than any where none is.
  private func nearer(_ report: FlipReport, _ found: Case) -> String? {
    for (index, param) in found.pair.program.params.enumerated() {
      guard let low = param.low?.bits, let high = param.high?.bits else { continue }
      let present = found.present(param)
      var told: Int64?
      for flip in report.flips {
        if case .setting(ParamID(index), let value) = flip.alteration { told = value.bits }
      }
      // Without a step, ranges are written in whole numbers.
      let step = param.step?.bits ?? 1_000_000
      for value in stride(from: low, through: high, by: Int64.Stride(step)) where value != present {
        if let told, abs(value - present) >= abs(told - present) { continue }
        let turns = found.stands(found.altered(.setting(ParamID(index), Value(value)))) == !found.stands
        if turns { return "\(param.name) = \(value) turns it over, and is nearer than \(told ?? -1)" }
      }
    }
    return nil
  }

  /// A row or an event that turns the verdict over and is not told.
  private func missed(_ report: FlipReport, _ found: Case) -> String? {
    let told = Set(report.flips.map(\.alteration))
    var alterations = found.pair.log.rows.indices.map { Alteration.removal(EventOrdinal($0)) }
    for (index, event) in found.program.events.enumerated() {
      if event.kinds.isEmpty { alterations.append(.addition(EventID(index), nil)) }
      alterations += event.kinds.indices.map { .addition(EventID(index), KindID($0)) }
    }
    for alteration in alterations where !told.contains(alteration) {
      if found.stands(found.altered(alteration)) == !found.stands {
        return "\(alteration) turns it over and is not told"
      }
    }
    return earlier(report, found)
  }

  /// An instant before the one told to wait for, at which the verdict is over already.
  private func earlier(_ report: FlipReport, _ found: Case) -> String? {
    for flip in report.flips {
      let told: Int64
      let alteration: (Int64) -> Alteration
      switch flip.alteration {
      case .waiting(let instant): (told, alteration) = (instant.milliseconds, { .waiting(Instant($0)) })
      case .delay(let event, let instant):
        (told, alteration) = (instant.milliseconds, { .delay(event, to: Instant($0)) })
      default: continue
      }
      for instant in samples(from: found.at + 1, before: told) {
        if found.stands(found.altered(alteration(instant))) == !found.stands {
          return "\(flip.alteration): already over at \(instant)"
        }
      }
    }
    return nil
  }
}

/// A few instants in between, with those at either end.
func samples(from first: Int64, before end: Int64) -> [Int64] {
  guard first < end else { return [] }
  let length = end - first
  return Set([first, end - 1, first + length / 2, first + length / 3, first + length / 7]).sorted()
}

extension OracleValue {
  /// What orders values of one type; nil for those without a grid.
  fileprivate var bits: Int64? {
    switch self {
    case .number(let bits), .duration(let bits), .time(let bits), .date(let bits): bits
    case .bool, .text, .weekday, .choice: nil
    }
  }
}

extension Case {
  /// What a parameter stands at: what was set, else the preset's, else the default.
  fileprivate func present(_ param: OracleParam) -> Int64 {
    let set = pair.log.settings.last { $0.name == param.name }?.value
    let name = account.preset.map { program.presets[$0.index].name.text }
    return (set ?? presetValue(param.name, name) ?? param.initial)?.bits ?? 0
  }

  private func presetValue(_ param: String, _ preset: String?) -> OracleValue? {
    guard let found = pair.program.presets.first(where: { $0.name == preset }) else { return nil }
    return found.values.first { $0.name == param }?.value ?? presetValue(param, found.base)
  }
}
