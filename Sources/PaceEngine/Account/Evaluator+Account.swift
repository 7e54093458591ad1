import PaceLanguage

extension Evaluator {
  mutating func wantsAccount(at t: Int64) -> Bool {
    switch options.accounts {
    case .none: false
    case .at(let instant): instant.milliseconds == t
    case .firings, .all: true
    }
  }

  /// Keeps the account of a try; of several in an instant, one that fired, else the last.
  mutating func keepAccount(of index: Int, _ verdict: Verdict, event: EventOrdinal?) {
    if accounts[index]?.outcome == .fired { return }
    accounts[index] = account(of: index, verdict, at: now, event: event)
  }

  /// Gives the account of the instant that has been evaluated.
  mutating func tellAccount(hasFired: Bool) {
    var isTold = true
    if case .firings = options.accounts { isTold = hasFired }
    if isTold {
      records.append(.account(account(at: now)))
      hasToldAccount = true
    }
    for index in accounts.indices { accounts[index] = nil }
  }

  /// Gives the account of an instant at which nothing happened, once evaluation goes past it.
  mutating func tellPassedAccount(before t: Int64) {
    guard case .at(let instant) = options.accounts, !hasToldAccount, life.hasBegun,
      instant.milliseconds < t, instant.milliseconds >= life.start
    else { return }
    hasToldAccount = true
    let looked = min(instant.milliseconds, life.end)
    records.append(.account(account(at: max(looked, now))))
  }

  private mutating func account(at t: Int64) -> Account {
    Account(
      at: Instant(t), preset: resolvedPreset,
      levels: toldLevels.indices.map { level(ScaleID($0), at: t) },
      rules: plan.program.rules.indices.map { rule in
        let index = plan.indexOfRule[rule]
        return accounts[index] ?? account(of: index, untriedVerdict(index, at: t), at: t, event: nil)
      })
  }

  /// What a rule that was not tried comes to at `t`.
  mutating func untriedVerdict(_ index: Int, at t: Int64) -> Verdict {
    switch plan.rules[index].trigger {
    case .on: return Verdict(outcome: .notTriggered)
    case .at, .every:
      return isTick(plan.rules[index].trigger, at: t)
        ? verdict(index, state(index, at: t), at: t) : Verdict(outcome: .notTriggered)
    case .none: return verdict(index, state(index, at: t), at: t)
    }
  }

  mutating func account(
    of index: Int, _ verdict: Verdict, at t: Int64, event: EventOrdinal?
  ) -> RuleAccount {
    let rule = plan.program[plan.rules[index].id]
    var account = RuleAccount(
      rule: plan.rules[index].id, outcome: verdict.outcome, event: event, gate: verdict.gate,
      isOn: state(index, at: t).isOn,
      condition: rule.condition.map { node($0, at: t) },
      until: rule.until.map { node($0, at: t) },
      gates: plan.gates[plan.rules[index].gates].map { gate($0, of: index, at: t) })
    if let gate = verdict.gate {
      account.opensAt = account.gates.first { $0.gate == gate }?.opensAt
    }
    if verdict.outcome == .waiting {
      account.waitsUntil = waitingEnd(index, at: t)
    }
    tellMemory(of: index, at: t, in: &account)
    if verdict.outcome == .fired, let emission = rule.emission {
      let message = text(of: emission.message)
      account.message = isForbidden(message, emission.message) ? nil : message
    }
    return account
  }

  /// What the rule remembers of earlier instants.
  private func tellMemory(of index: Int, at t: Int64, in account: inout RuleAccount) {
    if plan.rules[index].hold != nil, account.condition?.value.isTrue ?? true {
      account.trueSince = Instant(memory[index].trueSince ?? t)
    }
    if account.isOn, plan.rules[index].speaksUnasked, memory[index].hasSpoken {
      account.spokeAt = Instant(memory[index].spokeAt)
    }
  }

  /// When a `for` will be over, if the condition stays true.
  private mutating func waitingEnd(_ index: Int, at t: Int64) -> Instant? {
    guard let hold = plan.rules[index].hold, slots[hold.index] != unknown else { return nil }
    let start = memory[index].trueSince ?? t
    return Instant(Arithmetic.saturatingSum(start, slots[hold.index]))
  }

  private mutating func gate(_ gate: PlannedGate, of index: Int, at t: Int64) -> GateAccount {
    let isHolding = isHolding(gate.kind, of: index, at: t)
    var account = GateAccount(gate: gate.reference, isHolding: isHolding)
    if isHolding {
      let opening = opening(of: gate, index, after: t, limit: Arithmetic.saturatingSum(t, foresight))
      account.opensAt = opening == never ? nil : Instant(opening)
    }
    account.condition = gate.condition.map { node($0, at: t) }
    if case .cooldown = gate.kind {
      account.count = isHolding ? 1 : 0
      account.allowed = 1
      account.lastFiring = isHolding ? Instant(memory[index].lastFiring) : nil
    }
    if case .limit(let window, let most, _) = gate.kind, let range = range(window, at: t) {
      account.count = range.count
      account.allowed = slots[most.index] == unknown ? nil : Int(slots[most.index] / Arithmetic.unit)
      let column = plan.windows[window.index].column
      account.lastFiring =
        range.isEmpty
        ? nil : Instant(log.times[column.index][range.upperBound - 1])
    }
    return account
  }
}
