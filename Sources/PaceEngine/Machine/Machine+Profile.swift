import PaceLanguage

extension Machine {
  /// Goes on measuring what is the engine's, or what is not.
  public mutating func measure(isInside: Bool) { state.meter.cross(isInside: isInside) }

  /// What the evaluation took since the machine was made with a clock.
  public var profile: Profile {
    let meter = state.meter
    let columns = plan.columns.indices.map { state.bytes(ofColumn: $0) }
    var profile = Profile(
      rows: meter.rules[plan.rules.count].time, outside: meter.rules[plan.rules.count + 1].time,
      nodeless: meter.nodes[meter.nodes.count - 1].time, measuring: meter.measuring,
      instants: meter.instants, instantsOfRows: meter.instantsOfRows, fixedState: fixedBytes)
    for rule in plan.program.rules.indices {
      let index = plan.indexOfRule[rule]
      let state = columns.indices.reduce(0) { sum, column in
        let isRead = plan.readersOfColumn.elements[plan.readersOfColumn[column]].contains(index)
        return sum + (isRead ? columns[column] : 0)
      }
      profile.rules.append(
        Profile.OfRule(
          rule: RuleID(rule), time: meter.rules[index].time, evaluations: meter.rules[index].looks,
          firings: meter.firings[index], instants: meter.instantsOfRules[index], state: state))
    }
    var known: Set<NodeID> = []
    for (expression, id) in plan.nodeOfExpression.enumerated() where known.insert(id).inserted {
      guard case .measured(let node) = plan.nodes[id.index] else { continue }
      let tally = meter.nodes[id.index]
      profile.nodes.append(
        Profile.OfNode(
          expression: ExpressionID(expression), time: tally.time, evaluations: tally.looks,
          state: plan.column(of: node).map { columns[$0.index] } ?? 0))
    }
    for (column, stream) in plan.columns.enumerated() {
      profile.streams.append(Profile.OfStream(stream: stream, state: columns[column]))
    }
    return profile
  }
}

extension Plan {
  /// The column that a node looks at itself.
  fileprivate func column(of id: NodeID) -> ColumnID? {
    switch nodes[id.index] {
    case .shared(let node, _), .measured(let node): column(of: node)
    case .count(let window), .reaches(let window, _), .sum(let window, _), .least(let window, _),
      .greatest(let window, _), .mean(let window, _), .median(let window, _):
      windows[window.index].column
    case .latest(let series): self.series[series.index].column
    case .since(let column), .gap(let column): column
    case .against(_, let node, _):
      switch nodes[node.index] {
      case .sum, .since: column(of: node)
      default: nil
      }
    case .slot, .field, .firesRule, .firesKind, .due, .streak, .elapsed, .clockWithin, .weekday, .date,
      .level, .negate, .not, .and, .or, .otherwise, .add, .subtract, .subtractTimes, .multiply, .divide,
      .remainder, .minimum, .maximum, .rounded, .floored, .comparison:
      nil
    }
  }
}
