import PaceEngine
import PaceLanguage

/// How often rules can fire at most, from their cooldowns and triggers.
///
/// Days count as 24 hours; a claim that rests on that ends with `hedge`.
struct FiringCounts {
  private let program: Program
  private let bounds: BoundsAnalysis

  init(_ context: LintContext) {
    program = context.program
    bounds = context.bounds
  }

  /// The values of `byClock` to try for a bound on firings in a window: whether days may count as 24 hours.
  func bases(of window: Window) -> [Bool] { window.days == nil ? [false, true] : [true] }

  /// Ends a claim that rests on 24-hour days.
  static func hedge(_ byClock: Bool) -> String { byClock ? ", except when clocks change" : "" }

  /// The most firings of a rule in a closed window of a length; nil if nothing bounds them.
  func most(of rule: Rule, through gates: [Gate], in length: Int64, byClock: Bool) -> Int64? {
    let byGates = gaps(of: gates).max().map { Self.most(in: length, apart: $0) }
    let byTicks = byClock ? DailyTicks(rule.trigger)?.most(in: length) : nil
    return [byGates, byTicks].compactMap { $0 }.min()
  }

  /// The most firings in a closed window of a length, if they are more than `gap` apart.
  static func most(in length: Int64, apart gap: Int64) -> Int64 { length / (gap + 1) + 1 }

  /// The longest time that is known to lie between two firings of a rule; nil if nothing keeps them apart.
  func leastGap(of rule: Rule, through gates: [Gate], byClock: Bool) -> Int64? {
    let ticks = byClock ? DailyTicks(rule.trigger) : nil
    return (gaps(of: gates) + [ticks?.leastGap].compactMap { $0 }).max()
  }

  /// The times within which gates let only one firing through: of a rule, or of all rules that a policy is for.
  func gaps(of gates: [Gate]) -> [Int64] {
    gates.compactMap { gate in
      var length = gate.kind.cooldown
      if let limit = gate.kind.limit, isKnown(limit.count),
        bounds.bounds(of: limit.count).high == Arithmetic.unit
      {
        length = limit.window.length
      }
      return length.flatMap { isKnown($0) ? bounds.bounds(of: $0).low : nil }
    }
  }

  /// The time between two ticks of a clock trigger on one day, or on successive days if a day has only one; nil for
  /// other triggers.
  func period(of trigger: Rule.Trigger) -> Int64? {
    DailyTicks(trigger).map { $0.count > 1 ? $0.step : $0.overnight }
  }

  /// Whether a limit of the same window never lets more through than another.
  func isTighter(_ gate: Gate, than other: Gate) -> Bool {
    guard let limit = gate.kind.limit, let its = other.kind.limit, limit.window == its.window else {
      return false
    }
    let (most, count) = (bounds.bounds(of: limit.count), bounds.bounds(of: its.count))
    guard isKnown(limit.count), let high = most.high else { return false }
    return count.low.map { high <= $0 } ?? false
  }

  /// Whether an operand always has a value; a gate holds nothing back if its operand has none.
  private func isKnown(_ operand: Operand) -> Bool { !bounds.bounds(of: operand).mayBeUnknown }

  /// The length of a window at its longest, up to its last millisecond.
  func longest(_ window: Window) -> Int64? {
    if let length = window.length { return bounds.bounds(of: length).high }
    return window.days.map { $0.upperBound * ClockSpan.day - 1 }
  }
}

/// The ticks of a clock trigger that come on every day.
private struct DailyTicks {
  var count: Int64
  var step: Int64
  /// From the last tick of a day to the first of the next.
  var overnight: Int64 { ClockSpan.day - (count - 1) * step }

  /// Nil for other triggers, and for ticks that may differ between subjects.
  init?(_ trigger: Rule.Trigger) {
    if trigger.time != nil {
      (count, step) = (1, ClockSpan.day)
    } else {
      guard case .constant(let step)? = trigger.ticks?.step, step.bits > 0,
        let span = ClockSpan(trigger.ticks?.span), span.length > 0
      else { return nil }
      (count, self.step) = ((span.length - 1) / step.bits + 1, step.bits)
    }
  }

  var leastGap: Int64 { count > 1 ? min(step, overnight) : overnight }

  /// The most ticks in a closed window of a length.
  func most(in length: Int64) -> Int64 {
    let (days, rest) = (length / ClockSpan.day, length % ClockSpan.day)
    return 1 + days * count + min((rest + max(0, step - overnight)) / step, count - 1)
  }
}
