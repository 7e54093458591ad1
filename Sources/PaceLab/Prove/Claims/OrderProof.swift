import PaceLanguage

/// Proves what `order` declarations claim, as far as the text alone can.
///
/// For each pair of neighbours in an order, one parameter at a time is changed on the way from one preset to
/// the other, since "holds at least as often" carries over from step to step. If that is not enough, all are
/// changed together. `PairAnalysis` says what the steps rest on.
struct OrderProof {
  private let program: Program
  private let readers: FiringReaders
  /// What each order makes a claim about.
  private let subjects: [OrderClaim.About]
  /// For each parameter, the indices of the subjects that it may affect.
  private var affected: [[Int]]

  init(_ program: Program) {
    self.program = program
    readers = FiringReaders(program)
    subjects = Self.subjects(of: program)
    affected = program.params.map { _ in [] }
    if program.orders.isEmpty { return }
    for (index, about) in subjects.enumerated() {
      let reads = Influences(on: about.rules(in: program), in: program).references
      // What reads the subject's own preset is affected at every step from preset to preset.
      let readsPreset = program.subject.presetAttribute.map(reads.attributes.contains) ?? false
      let params = readsPreset ? program.params.indices.map { ParamID($0) } : Array(reads.params)
      for param in params { affected[param.index].append(index) }
    }
  }

  /// The claims of every order; what is not proved here is open.
  func claims() -> [OrderClaim] {
    var claims: [OrderClaim] = []
    for (index, order) in program.orders.enumerated() {
      for (lower, higher) in zip(order.presets, order.presets.dropFirst()) {
        claims += self.claims(order: index, lower, higher)
      }
    }
    return claims
  }

  private func claims(order: Int, _ lower: PresetID, _ higher: PresetID) -> [OrderClaim] {
    let sides = PairAnalysis.Sides(
      left: program.presets[lower.index].values, right: program.presets[higher.index].values,
      presets: (lower, higher))
    var together = PairAnalysis(program, sides)
    let endsAlike = together.endsAlike()
    var claims = subjects.map { about in
      let reason = reasonNotClaimed(about)
      return OrderClaim(
        order: order, lower: lower, higher: higher, about: about,
        verdict: reason == nil ? .open : .notClaimed, effects: [], reason: reason)
    }
    var isProvedStepwise = claims.map { _ in true }
    var stepsEndAlike = true
    var step = PairAnalysis.Sides(left: sides.left, right: sides.left, presets: sides.presets)
    for param in program.params.ids where sides.left[param.index] != sides.right[param.index] {
      step.right[param.index] = sides.right[param.index]
      var analysis = PairAnalysis(program, step)
      if !analysis.endsAlike() { stepsEndAlike = false }
      for index in affected[param.index] where claims[index].verdict == .open {
        let about = claims[index].about
        let change = analysis.change(of: about)
        if change.mayLose { isProvedStepwise[index] = false }
        guard change.mayLose || change.mayGain else { continue }
        claims[index].effects.append(
          ParamEffect(
            param: param, from: sides.left[param.index] ?? .value(.unknown),
            to: sides.right[param.index] ?? .value(.unknown), direction: change.direction,
            sites: ParamSites.of(about, in: program, analysis)))
      }
      step.left[param.index] = sides.right[param.index]
    }
    for index in claims.indices where claims[index].verdict == .open {
      if !endsAlike {
        claims[index].reason = "the subject's end rests on parameters that differ"
      } else if stepsEndAlike, isProvedStepwise[index] {
        claims[index].verdict = .proved
      } else if !together.change(of: claims[index].about).mayLose {
        claims[index].verdict = .proved
        claims[index].reason = "not one by one, but with all parameters changed together"
      }
    }
    return claims
  }

  /// Rules with a condition, then scales that some rule raises.
  private static func subjects(of program: Program) -> [OrderClaim.About] {
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

extension OrderClaim.About {
  /// The rules that it stands for.
  func rules(in program: Program) -> [RuleID] {
    switch self {
    case .rule(let rule): [rule]
    case .scale(let scale): program.scales[scale.index].rules
    }
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
