import PaceLanguage

private let patience = 4_096

extension Evaluator {
  /// Whether a gate holds a firing back at `t`; what is unknown never does.
  @inline(__always)
  mutating func isHolding(_ gate: PlannedGate.Kind, of index: Int, at t: Int64) -> Bool {
    switch gate {
    case .unless(let node, let test): isTrue(node, test, at: t)
    case .cooldown(let span): isCooling(index, span, at: t)
    case .limit(_, _, let reached): value(reached, at: t) == 1
    case .quiet(let from, let to): isQuiet(t, from, to)
    }
  }

  /// Mostly an `unless` asks something of the subject.
  @inline(__always)
  private mutating func isTrue(_ node: NodeID, _ test: TestID, at t: Int64) -> Bool {
    if case .slot(let slot) = plan.nodes[node.index] { return slots[slot.index] == 1 }
    return isTrue(test, at: t)
  }

  @inline(never)
  private mutating func isQuiet(_ t: Int64, _ from: Slot, _ to: Slot) -> Bool {
    isInClockSpan(t, from: slots[from.index], to: slots[to.index])
  }

  /// The first instant after a rule's last firing at which its cooldown no longer holds it.
  private mutating func cooldownEnd(_ index: Int, _ span: Slot) -> Int64 {
    let last = memory[index].lastFiring
    guard last != .min, slots[span.index] != unknown else { return .min }
    return Arithmetic.saturatingSum(Arithmetic.saturatingSum(last, slots[span.index]), 1)
  }

  /// Whether a rule is in its cooldown.
  mutating func isCooling(_ index: Int, _ span: Slot, at t: Int64) -> Bool {
    let isCooling = t < cooldownEnd(index, span)
    if steadiness != nil, memory[index].lastFiring != .min {
      trackReach(of: span, to: memory[index].lastFiring, at: t, isCooling)
    }
    return isCooling
  }

  private mutating func nextCooldownEnd(_ index: Int, _ span: Slot, after t: Int64, limit: Int64) -> Int64 {
    guard isCooling(index, span, at: t) else { return never }
    if steadiness != nil { trackEnd(of: span, from: memory[index].lastFiring, limit: limit) }
    return cooldownEnd(index, span)
  }

  /// The first instant after `t` at which a gate that holds at `t` doesn't, if nothing is logged; after
  /// `limit` nothing is looked for. Like `nextChange`, it may come early, never late.
  mutating func opening(of gate: PlannedGate, _ index: Int, after t: Int64, limit: Int64) -> Int64 {
    var time = t
    for _ in 0..<patience {
      time = nextChange(of: gate, index, after: time, limit: limit)
      if time > limit { return never }
      if recalls(gate) || !isHolding(gate.kind, of: index, at: time) { return time }
    }
    return time
  }

  /// The first instant after `t` at which what a gate says may change.
  private mutating func nextChange(of gate: PlannedGate, _ index: Int, after t: Int64, limit: Int64) -> Int64
  {
    switch gate.kind {
    case .unless(let node, _): nextChange(node, after: t, limit: limit)
    case .cooldown(let span): nextCooldownEnd(index, span, after: t, limit: limit)
    case .limit(_, _, let reached): nextChange(reached, after: t, limit: limit)
    case .quiet(let from, let to):
      nextClockBoundary(from: slots[from.index], to: slots[to.index], after: t)
    }
  }

  /// Whether what a gate will say can't be known past its next boundary.
  private mutating func recalls(_ gate: PlannedGate) -> Bool {
    if case .unless(let node, _) = gate.kind { return plan.recalls[node.index] }
    return false
  }

  /// The first instant after `t` at which all of a rule's gates are open, if nothing is logged.
  mutating func opening(ofAllGatesOf index: Int, after t: Int64, limit: Int64) -> Int64 {
    var time = t
    for _ in 0..<patience {
      var latest = time
      for gate in plan.rules[index].gates where isHolding(plan.gates[gate].kind, of: index, at: time) {
        let gate = plan.gates[gate]
        let opening = opening(of: gate, index, after: time, limit: limit)
        if opening > limit { return never }
        if recalls(gate) { return opening }
        latest = max(latest, opening)
      }
      if latest == time { return time == t ? nextGateCheck(index, after: t, limit: limit) : time }
      time = latest
    }
    return time
  }

  /// All gates are open at `t` itself: the rule is looked at again when one of them may change.
  private mutating func nextGateCheck(_ index: Int, after t: Int64, limit: Int64) -> Int64 {
    var first = never
    for gate in plan.rules[index].gates {
      first = min(first, nextChange(of: plan.gates[gate], index, after: t, limit: limit))
    }
    return first
  }
}
