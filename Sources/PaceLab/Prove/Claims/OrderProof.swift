import PaceLanguage

/// Proves what `order` declarations claim, as far as the text alone can.
///
/// For each pair of neighbours in an order, one parameter at a time is changed on the way from one preset to
/// the other, since "holds at least as often" carries over from step to step. If that is not enough, all are
/// changed together. `PairAnalysis` says what the steps rest on.
struct OrderProof {
  private let program: Program
  private let readers: FiringReaders

  init(_ program: Program) {
    self.program = program
    readers = FiringReaders(program)
  }

  /// The claims of every order; what is not proved here is open.
  mutating func claims() -> [OrderClaim] {
    var claims: [OrderClaim] = []
    for (index, order) in program.orders.enumerated() {
      for (lower, higher) in zip(order.presets, order.presets.dropFirst()) {
        claims += self.claims(order: index, lower, higher)
      }
    }
    return claims
  }

  private mutating func claims(order: Int, _ lower: PresetID, _ higher: PresetID) -> [OrderClaim] {
    let path = PresetPath(program, lower, higher)
    var together = PairAnalysis(program, path.sides)
    let endsAlike = together.endsAlike()
    var steps = path.steps.map { (param: $0.param, analysis: PairAnalysis(program, $0.sides)) }
    var stepsEndAlike = true
    for index in steps.indices where !steps[index].analysis.endsAlike() { stepsEndAlike = false }
    var claims: [OrderClaim] = []
    for about in subjects() {
      var claim = OrderClaim(
        order: order, lower: lower, higher: higher, about: about, verdict: .open, effects: [])
      if let reason = reasonNotClaimed(about) {
        claim.verdict = .notClaimed
        claim.reason = reason
        claims.append(claim)
        continue
      }
      var isProvedStepwise = stepsEndAlike
      for index in steps.indices {
        let change = steps[index].analysis.change(of: about)
        if change.mayLose { isProvedStepwise = false }
        guard change.mayLose || change.mayGain else { continue }
        var effect = path.effect(of: steps[index].param, change)
        effect.sites = ParamSites.of(about, in: program, steps[index].analysis)
        claim.effects.append(effect)
      }
      if !endsAlike {
        claim.reason = "the subject's end rests on parameters that differ"
      } else if isProvedStepwise {
        claim.verdict = .proved
      } else if !together.change(of: about).mayLose {
        claim.verdict = .proved
        claim.reason = "not one by one, but with all parameters changed together"
      }
      claims.append(claim)
    }
    return claims
  }

  /// Rules with a condition, then scales that some rule raises.
  private func subjects() -> [OrderClaim.About] {
    var subjects: [OrderClaim.About] = []
    for index in program.rules.indices where program.rules[index].condition != nil {
      subjects.append(.rule(RuleID(index)))
    }
    for index in program.scales.indices where !program.scales[index].rules.isEmpty {
      subjects.append(.scale(ScaleID(index)))
    }
    return subjects
  }

  private func reasonNotClaimed(_ about: OrderClaim.About) -> String? {
    switch about {
    case .rule(let rule):
      return readers.rules.contains(rule) ? "it reads firings, which gates hold back" : nil
    case .scale(let scale):
      let isRaisedByFiring = program.scales[scale.index].rules.contains {
        program[$0].raise?.whenFired ?? false
      }
      if isRaisedByFiring { return "it is raised `when fired`" }
      return readers.scales.contains(scale) ? "a rule that raises it reads firings" : nil
    }
  }
}

/// The way from one preset to another, one parameter at a time.
struct PresetPath {
  let sides: PairAnalysis.Sides
  private(set) var steps: [(param: ParamID, sides: PairAnalysis.Sides)] = []

  init(_ program: Program, _ lower: PresetID, _ higher: PresetID) {
    let left = program.presets[lower.index].values
    let right = program.presets[higher.index].values
    sides = PairAnalysis.Sides(left: left, right: right, presets: (lower, higher))
    var here = left
    for index in program.params.indices where left[index] != right[index] {
      var there = here
      there[index] = right[index]
      steps.append(
        (ParamID(index), PairAnalysis.Sides(left: here, right: there, presets: (lower, higher))))
      here = there
    }
  }

  func effect(of param: ParamID, _ change: Change) -> ParamEffect {
    let unknown = Constant.value(.unknown)
    return ParamEffect(
      param: param, from: sides.left[param.index] ?? unknown, to: sides.right[param.index] ?? unknown,
      direction: change.direction, sites: [])
  }
}

extension Change {
  var direction: ParamEffect.Direction { mayLose ? (mayGain ? .unclear : .less) : .more }
}

extension PairAnalysis {
  /// Whether a rule's state may be lost or gained, or a scale's level fall or rise, from left to right.
  mutating func change(of about: OrderClaim.About) -> Change {
    switch about {
    case .rule(let rule): return state(of: rule).change
    case .scale(let scale):
      let level = level(of: scale).standings
      return Change(
        mayLose: !level.isDisjoint(with: [.greater, .onlyLeftKnown]),
        mayGain: !level.isDisjoint(with: [.less, .onlyRightKnown]))
    }
  }
}
