import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import Testing

/// Graphs at an instant of a subject.
struct GraphLightTests {
  /// The first instants at which something fired in a sampled log of a pack.
  private func moments(of program: Program, seed: UInt64) throws -> [GraphMoment] {
    let plan = Plan(program)
    var options = Machine.Options()
    options.preset = program.presets.isEmpty ? nil : PresetID(0)
    var moments: [GraphMoment] = []
    for log in sampledLogs(program, subjects: 2, seed: seed) {
      var machine = Machine(plan, options: options)
      var instants: [Instant] = []
      try log.run(in: &machine) { if case .fired(let firing) = $0 { instants.append(firing.at) } }
      for instant in instants.prefix(2) {
        let situation = Situation(plan, log, at: instant, options: options)
        guard let (account, teller) = situation.evaluate() else { continue }
        moments.append(GraphMoment(log, account, teller))
      }
    }
    return moments
  }

  private static let packs = ["activities", "dose-window", "hydration-pace", "nail-guard", "take-care"]

  @Test("a part of a condition has the value in the graph that it has in the account", arguments: packs)
  func agrees(_ pack: String) throws {
    let program = try #require(shipped(pack))
    var compared = 0
    for moment in try moments(of: program, seed: 5) {
      let graph = GraphModel(program, at: moment)
      func compare(_ part: ConditionNode) {
        for node in graph.nodes where node.label == part.text || node.label.hasSuffix(" = \(part.text)") {
          guard case .value(let shown)? = node.light?.reading, shown.text == nil else { continue }
          #expect(shown.value == part.value, "\(part.text)")
          compared += 1
        }
        for child in part.children { compare(child) }
      }
      let spoke = moment.account.rules.filter { $0.outcome == .fired || $0.outcome == .held }
      for rule in spoke { if let condition = rule.condition { compare(condition) } }
    }
    #expect(compared > 5)
  }

  @Test(
    "what fired is traced back to its condition, and on through the sides that made it true", arguments: packs
  )
  func decided(_ pack: String) throws {
    let program = try #require(shipped(pack))
    var fired = 0
    for moment in try moments(of: program, seed: 5) {
      let graph = GraphModel(program, at: moment)
      for rule in moment.account.rules where rule.outcome == .fired {
        let name = program[rule.rule].name.text
        let node = try #require(graph.nodes.firstIndex { $0.kind == .rule && $0.label == name })
        #expect(graph.nodes[node].light?.isDecisive == true)
        for edge in graph.edges where edge.to == node || edge.from == node {
          let isOpenGate = edge.line == .gate
          let isScale = graph.nodes[edge.to].kind == .scale
          if edge.label == "until" || isScale || edge.line == .operand { continue }
          #expect(edge.isDecisive != isOpenGate, "\(name): \(edge)")
        }
        fired += 1
      }
      for edge in graph.edges where edge.isDecisive {
        let (from, to) = (graph.nodes[edge.from], graph.nodes[edge.to])
        guard case .value(let part)? = from.light?.reading, case .value(let whole)? = to.light?.reading,
          part.type == .bool, whole.type == .bool, to.label.contains(" and ") || to.label.contains(" or "),
          !to.label.contains("else"), !to.label.contains("not "), !to.label.contains("where")
        else { continue }
        #expect(part.value == whole.value, "\(from.label) in \(to.label)")
      }
    }
    #expect(fired > 2)
  }

  @Test("the picture of an instant has no faults either, and says every value", arguments: packs)
  func picture(_ pack: String) throws {
    let program = try #require(shipped(pack))
    let moment = try #require(try moments(of: program, seed: 5).first)
    let graph = GraphModel(program, at: moment)
    let svg = try GraphSVG.render(graph, GraphWords(program, moment))
    let picture = Picture(svg)
    #expect(picture.faults == [])
    let title = try #require(svg.firstMatch(of: /class="title" x="(\d+)"[^>]*>([^<]*)</))
    #expect((Int(title.1) ?? 0) + title.2.count * 7 <= picture.width)
    #expect(picture.boxes.count == graph.condensed().nodes.count)
    #expect(svg.matches(of: /class="value"/).count >= picture.boxes.count)
    #expect(svg.contains("strong edge") && svg.contains("weak edge"))
  }
}
