/// The order in which rules are evaluated: again and again the first-declared one whose dependencies are done.
extension Checker {
  mutating func orderRules() {
    let graph = ruleGraph()
    var sorter = RuleSorter(graph)
    sorter.run()
    while let cycle = sorter.nextCycle() {
      reportCycle(cycle)
      if sorter.cyclesFound >= 20 { break }
    }
    evaluationOrder = sorter.order.map { RuleID($0) }
  }

  /// Rules are the first nodes; then come notice kinds, their rules with `on`, and scales.
  private func ruleGraph() -> RuleGraph {
    let kinds = rules.count
    let triggered = kinds + noticeKinds.count
    let scaleNodes = triggered + noticeKinds.count
    var graph = RuleGraph(ruleCount: rules.count, nodeCount: scaleNodes + scales.count)
    for (index, rule) in rules.enumerated() {
      let own = traits[index].kind
      if let own {
        graph.add(from: kinds + own.index, needs: index, at: nil)
        if traits[index].isOnEvent { graph.add(from: triggered + own.index, needs: index, at: nil) }
      }
      if let raise = rule.raise { graph.add(from: scaleNodes + raise.scale.index, needs: index, at: nil) }
      let shared = own.map { policyReads[$0.index] } ?? []
      for read in ruleReads[index] + shared {
        switch read.target {
        case .rule(let other):
          if other.index != index { graph.add(from: index, needs: other.index, at: read.span) }
        case .kind(let kind):
          if kind != own { graph.add(from: index, needs: kinds + kind.index, at: read.span) }
        case .triggeredKind(let kind):
          if kind != own { graph.add(from: index, needs: triggered + kind.index, at: read.span) }
        case .scale(let scale):
          graph.add(from: index, needs: scaleNodes + scale.index, at: read.span)
        }
      }
    }
    return graph
  }

  private mutating func reportCycle(_ cycle: [RuleGraph.Edge]) {
    var steps: [(rule: Identifier, reads: String, span: SourceSpan)] = []
    for edge in cycle {
      guard edge.from < rules.count, let span = edge.span else { continue }
      let text = files[Int(span.file.index)].text(in: span)
      steps.append((rules[edge.from].name, text, span))
    }
    if let first = steps.first { report(.ruleCycle(first.rule, steps: steps)) }
  }
}
