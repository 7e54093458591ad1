import PaceLanguage

extension BatchPlanner {
  /// Whether it can be noted over which values of a constant all stays the same: where it is only compared, at
  /// events, with what does not rest on it.
  static func tracks(_ slot: Slot, _ plan: Plan, _ batch: BatchPlan) -> Bool {
    for derived in plan.derivedSlots {
      switch plan.slots[derived.index] {
      case .leastWhole(let other, _): if other == slot { return false }
      case .folded(let node): if plan.rests(node, on: slot) { return false }
      case .constant, .param, .attribute: break
      }
    }
    if plan.ends?.delay == slot { return false }
    for stream in batch.streams {
      if let condition = stream.condition, plan.rests(condition, on: slot) { return false }
    }
    for pass in batch.passes {
      switch pass {
      case .merge: break
      case .follow(let rule):
        if rule.cooldown == slot || rule.pause == slot { return false }
        for node in batch.conditions(of: rule) where plan.rests(node, on: slot) { return false }
      case .events(let rule, _):
        if rule.cooldown == slot { return false }
        for node in batch.conditions(of: rule) where !plan.onlyCompares(node, with: slot) { return false }
      }
    }
    return true
  }
}

extension BatchPlan {
  fileprivate func conditions(of rule: Rule) -> [NodeID] {
    gates[rule.gates] + (rule.condition.map { [$0] } ?? [])
  }
}

extension Plan {
  /// Whether a node's value rests on a constant of the subject, directly or through its parts.
  fileprivate func rests(_ id: NodeID, on slot: Slot) -> Bool {
    let node = nodes[id.index]
    switch node {
    case .slot(let own): if own == slot { return true }
    case .against(_, _, let own): if own == slot { return true }
    case .reaches(let window, let least): if least == slot || reaches(window, back: slot) { return true }
    case .count(let window), .sum(let window, _): if reaches(window, back: slot) { return true }
    default: break
    }
    return node.children.contains { rests($0, on: slot) }
  }

  /// Whether the constant does nothing in a condition but be compared with something else, or be how far back a
  /// window reaches of which only a count is asked for.
  fileprivate func onlyCompares(_ id: NodeID, with slot: Slot) -> Bool {
    switch nodes[id.index] {
    case .against(_, let a, let own) where own == slot: !rests(a, on: slot)
    case .reaches(_, let least): least != slot
    case .and(let a, let b), .or(let a, let b): onlyCompares(a, with: slot) && onlyCompares(b, with: slot)
    case .not(let a), .shared(let a, _): onlyCompares(a, with: slot)
    default: !rests(id, on: slot)
    }
  }

  private func reaches(_ window: WindowID, back slot: Slot) -> Bool {
    if case .last(let own) = windows[window.index].start { return own == slot }
    return false
  }
}
