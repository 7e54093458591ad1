import PaceLab
import PaceLanguage
import PaceReport
import Testing

struct GraphTests {
  private func program() throws -> Program {
    let compilation = Compilation.compile(roots: ["rules/take-care.pace"], read: readRepository)
    return try #require(compilation.program)
  }

  @Test("equal expressions are one node, whether named or written out")
  func shared() throws {
    let compilation = compile(
      (
        "a.pace",
        LintExample.program(
          of: """
            define recent = count(entry, last 60 min)

            rule a {
              on entry
              when recent >= 3
              emit warning "A."
            }

            rule b {
              on entry
              when count(entry, last 60 min) >= 5
              emit warning "B."
            }
            """)
      ))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    let graph = GraphModel(program)
    let counts = graph.nodes.filter { $0.label.contains("count(entry") && $0.kind == .expression }
    #expect(
      counts.map(\.label)
        == ["recent >= 3", "recent = count(entry, last 60 min)", "count(entry, last 60 min) >= 5"].filter {
          $0.contains("count(entry")
        })
    #expect(graph.nodes.filter { $0.kind == .window }.map(\.label) == ["entry, last 1 h"])
  }

  @Test("definitions of the same share a node that has all their names")
  func names() throws {
    let text = LintExample.program(
      of: """
        define first = count(entry, today)
        define second = count(entry, today) "Shown"
        rule a { on entry, when second > 2, emit note "A." }
        """)
    let compilation = compile(("a.pace", text))
    let graph = GraphModel(try #require(compilation.program, "\(compilation.diagnostics.map(\.message))"))
    let labels = graph.nodes.filter { $0.kind == .expression }.map(\.label)
    #expect(labels.contains("first = second = count(entry, today)"), "\(labels)")
  }

  @Test("one rule's graph holds what it depends on and directly leads to, and no other rule")
  func restricted() throws {
    let program = try program()
    let rule = try #require(program.rules.firstIndex { $0.name.text == "fast_pace" })
    let graph = GraphModel(program, rule: RuleID(rule))
    #expect(graph.nodes.filter { $0.kind == .rule }.map(\.label) == ["fast_pace"])
    #expect(graph.nodes.contains { $0.kind == .scale && $0.label == "pace" })
    #expect(graph.nodes.contains { $0.kind == .parameter && $0.label == "fast_pace_units" })
    #expect(!graph.nodes.contains { $0.label.contains("escalation_units") })
  }

  @Test("what a rule depends on includes the policies of the rules whose firings it reads")
  func policies() throws {
    let text = LintExample.program(
      of: """
        param pause: duration = 1 h in 1 min .. 2 h step 1 min
        param other: duration = 1 h in 1 min .. 2 h step 1 min

        rule first { on entry, emit warning "A." }
        rule second { on entry, when count(first) >= 2, emit praise "B." }
        rule third { on entry, emit reminder "C." }

        policy warning { cooldown pause }
        policy reminder { cooldown other }
        """)
    let compilation = compile(("a.pace", text))
    let graph = GraphModel(try #require(compilation.program, "\(compilation.diagnostics)"), rule: RuleID(1))
    let labels = { (kind: GraphModel.Kind) in graph.nodes.filter { $0.kind == kind }.map(\.label) }
    #expect(labels(.parameter) == ["pause"])
    #expect(labels(.rule) == ["first", "second"])
    #expect(labels(.notice) == ["warning", "praise"])
  }

  @Test("every form names every node")
  func forms() throws {
    let graph = GraphModel(try program())
    for text in [GraphText.render(graph), GraphDOT.render(graph), GraphMermaid.render(graph)] {
      for node in graph.nodes where !node.label.contains(where: { "\"<>#\\".contains($0) }) {
        #expect(text.contains(node.label))
      }
    }
  }
}

struct CondensedGraphTests {
  @Test("steps that feed one expression are folded into it, and what is shared is not")
  func condensed() throws {
    let compilation = compile(
      (
        "a.pace",
        LintExample.program(
          of: """
            rule a {
              on entry
              when count(entry, last 60 min) >= 3 and sum(entry.amount, last 5 min) > 2
              emit warning "A."
            }

            rule b {
              on entry
              when count(entry, last 60 min) >= 5
              emit warning "B."
            }
            """)
      ))
    let graph = GraphModel(try #require(compilation.program)).condensed()
    #expect(
      graph.nodes.filter { $0.kind == .expression || $0.kind == .window }.map(\.label).sorted() == [
        "count(entry, last 60 min)", "count(entry, last 60 min) >= 3 and sum(entry.amount, last 5 min) > 2",
        "count(entry, last 60 min) >= 5",
      ])
  }
}
