import PaceLanguage

/// Finds the places at which parameters that differ between two assignments enter a rule or a scale.
struct ParamSites {
  private let program: Program
  private var analysis: PairAnalysis
  private var found: [ParamSite] = []
  private var seenRules: Set<RuleID> = []
  private var seenStreams: Set<StreamID> = []
  private var seenExpressions: Set<ExpressionID> = []

  static func of(
    _ about: OrderClaim.About, in program: Program, _ analysis: PairAnalysis
  ) -> [ParamSite] {
    var sites = ParamSites(program: program, analysis: analysis)
    switch about {
    case .rule(let rule): sites.visit(rule, through: nil)
    case .scale(let scale):
      for rule in program.scales[scale.index].rules {
        sites.visit(rule, through: program[rule].name.text)
      }
    }
    return sites.found
  }

  private mutating func visit(_ id: RuleID, through: String?) {
    guard seenRules.insert(id).inserted else { return }
    let rule = program[id]
    if let condition = rule.condition { visit(condition, through) }
    if let until = rule.until { visit(until, through) }
    guard let hold = rule.hold else { return }
    let pair = analysis.pair(of: hold)
    guard !pair.isSame else { return }
    let isShorter = pair.standings.isSubset(of: [.greater, .equal, .bothUnknown])
    found.append(
      ParamSite(
        text: "for \(program.text(of: hold))", through: through,
        because: isShorter ? "it is on no later" : "it may be on later", direction: isShorter ? .more : .less)
    )
  }

  private mutating func visit(_ id: ExpressionID, _ through: String?) {
    guard seenExpressions.insert(id).inserted else { return }
    let operation = program[id].operation
    let sides = operation.children.enumerated().map { place, child in
      (id: child, name: Self.name(ofSide: place, in: operation.shape))
    }
    if operation.isComparison { noteComparison(id, of: sides, through) }
    for part in program.parts(of: id) {
      switch part.target {
      case .expression(let child): visit(child, through)
      case .operand(.param): noteTruth(id, through)
      case .operand, .field: break
      case .stream(let stream): visit(stream)
      case .scale(let scale):
        for rule in program.scales[scale.index].rules { visit(rule, through: program[rule].name.text) }
      case .define(let define): visit(program.defines[define.index].value, through)
      }
    }
  }

  /// What a comparison's part at a place is called.
  private static func name(ofSide place: Int, in shape: ConditionShape) -> String {
    switch shape {
    case .range: ["the value", "the low end", "the high end"][place]
    case .list: place == 0 ? "the value" : "an item"
    case .relation, .definition, .negation, .junction, .plain:
      place == 0 ? "the left side" : "the right side"
    }
  }

  private mutating func visit(_ stream: StreamID) {
    guard seenStreams.insert(stream).inserted,
      case .derived(let members, let condition) = program[stream].kind
    else { return }
    if let condition { visit(condition, program[stream].name) }
    for member in members { visit(member) }
  }

  /// Notes a truth that is a parameter, or depends on one without a comparison.
  private mutating func noteTruth(_ id: ExpressionID, _ through: String?) {
    guard program[id].type == .bool, !analysis.pair(id).isSame else { return }
    let direction = analysis.truths(id).change.direction
    let isParam = program[id].operation.operand != nil
    let because =
      switch direction {
      case .more: isParam ? "it becomes true" : "it can only become true"
      case .less: isParam ? "it becomes false" : "it may become false"
      case .unclear: "it may become either"
      }
    found.append(
      ParamSite(
        text: program.line(of: program[id].span), through: through, because: because, direction: direction))
  }

  private mutating func noteComparison(
    _ id: ExpressionID, of sides: [(id: ExpressionID, name: String)], _ through: String?
  ) {
    let moves = sides.compactMap { side -> String? in
      motion(of: side.id, called: side.name)
    }
    guard !moves.isEmpty else { return }
    let truths = analysis.truths(id)
    let direction = truths.change.direction
    let outcome =
      switch direction {
      case .more: truths.mayGain ? "it can only become true" : "it stays as it is"
      case .less: "it may become false"
      case .unclear: "it may become either"
      }
    found.append(
      ParamSite(
        text: program.line(of: program[id].span), through: through,
        because: "\(moves.joined(separator: " and ")), so \(outcome)", direction: direction))
  }

  /// How a side of a comparison moves; nil if it stays.
  private mutating func motion(of id: ExpressionID, called name: String) -> String? {
    let pair = analysis.pair(id)
    guard !pair.isSame else { return nil }
    guard case .quantity(let quantity) = pair else { return "\(name) may change" }
    let rises = quantity.standings.isDisjoint(with: [.greater, .onlyLeftKnown])
    let falls = quantity.standings.isDisjoint(with: [.less, .onlyLeftKnown])
    guard rises || falls else { return "\(name) may move either way" }
    let operation = program[program.resolved(id)].operation
    if case .param(let param)? = operation.operand {
      return "\(program.params[param.index].name.text) \(rises ? "rises" : "falls")"
    }
    if let length = operation.reading?.window.length, !analysis.pair(of: length).isSame {
      let isLonger = analysis.pair(of: length).standings.isDisjoint(with: [.greater, .onlyLeftKnown])
      return "a \(isLonger ? "longer" : "shorter") window can only \(rises ? "raise" : "lower") \(name)"
    }
    return "\(name) can only \(rises ? "rise" : "fall")"
  }
}
