import PaceLanguage

extension PlanBuilder {
  /// Notes what the days of a `streak` rest on.
  mutating func addStreak(_ id: NodeID, _ condition: NodeID, _ skip: NodeID?) {
    var streak = PlannedStreak(
      node: id, condition: condition, skip: skip, isUniform: true, columns: [], spans: [])
    visit(condition, &streak)
    if let skip { visit(skip, &streak) }
    plan.streaks.append(streak)
  }

  private func visit(_ id: NodeID, _ streak: inout PlannedStreak) {
    let node = plan.nodes[id.index]
    switch node {
    case .count(let window), .sum(let window, _), .least(let window, _), .greatest(let window, _),
      .mean(let window, _), .reaches(let window, _):
      let planned = plan.windows[window.index]
      streak.columns.append(planned.column)
      switch planned.start {
      case .today: break
      case .last(let span): streak.spans.append(span)
      case .whole, .thisWeek, .thisMonth, .after: streak.isUniform = false
      }
    case .slot, .negate, .not, .and, .or, .otherwise, .add, .subtract, .subtractTimes, .multiply,
      .divide, .remainder, .comparison, .against, .within, .shared:
      break
    case .field, .latest, .since, .firesRule, .firesKind, .due, .streak, .elapsed, .clockWithin,
      .weekday, .date, .level:
      streak.isUniform = false
    }
    for child in node.children { visit(child, &streak) }
  }
}
