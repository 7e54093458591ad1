import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import Testing

struct GraphPictureTests {
  private static let packs = [
    "activities", "dose-window", "hydration-pace", "hydration", "nail-guard", "take-care",
  ]

  private static func graph(_ pack: String) throws -> GraphModel {
    let compilation = Compilation.compile(roots: ["rules/\(pack).pace"], read: readRepository)
    return GraphModel(try #require(compilation.program))
  }

  /// Each pack's graph and its picture, made once for all tests that look at it.
  private static let drawn = Result {
    try packs.map { pack in
      let graph = try graph(pack)
      return (graph: graph, text: try GraphSVG.render(graph))
    }
  }

  private func drawn(_ pack: String) throws -> (graph: GraphModel, text: String) {
    try Self.drawn.get()[try #require(Self.packs.firstIndex(of: pack))]
  }

  @Test(
    "no line of a pack's picture passes behind a box or lies on another, and no text is cut", arguments: packs
  )
  func faultless(_ pack: String) throws {
    let (graph, text) = try drawn(pack)
    // To draw each once more would take seconds.
    if pack == "take-care" { #expect(try text == GraphSVG.render(graph)) }
    let picture = Picture(text)
    #expect(picture.faults == [])
    #expect(picture.boxes.count == graph.condensed().nodes.count)
    #expect(picture.edges.count == graph.condensed().edges.count)
    #expect((600...1_600).contains(picture.width))
    // A printed page is as wide as it is.
    #expect(text.contains("@media print { svg { max-width: 100%; height: auto; } }"))
    #expect(text.contains(" viewBox=\"0 0 "))
  }

  @Test("a box says all of its node's label", arguments: packs)
  func labels(_ pack: String) throws {
    let (graph, text) = try drawn(pack)
    let said = Picture(text).boxes.map { box in
      box.texts.map(\.text).joined().filter { $0 != " " }
    }
    for (node, said) in zip(graph.condensed().nodes, said) {
      #expect(said.hasPrefix(node.label.filter { $0 != " " }))
    }
  }

  /// Drawn as curves between neighbouring layers, with the edges of one node apart, lines crossed at 924
  /// places (`activities`), 588, 116, 37, 41 and 88. One line for all edges of a node that are alike saves
  /// more than half of that by itself.
  @Test(
    "lines cross at less than half as many places as they did before they had lanes",
    arguments: zip(packs, [924, 588, 116, 37, 41, 88]))
  func crossings(_ pack: String, before: Int) throws {
    #expect(Picture(try drawn(pack).text).crossings.count < before / 2)
  }

  @Test("the same holds for programs made at random, with what reads its own firings", arguments: 1...5)
  func random(_ seed: Int) throws {
    let text = RandomProgram(seed: UInt64(seed)).text
    let compilation = compile(("a.pace", LintExample.program(of: text)))
    let program = try #require(compilation.program, "\(compilation.diagnostics.map(\.message)) \(text)")
    let whole = GraphModel(program)
    #expect(try Picture(GraphSVG.render(whole)).faults == [])
    let part = GraphModel(program, rule: RuleID(program.rules.count - 1))
    #expect(try Picture(GraphSVG.render(part)).faults == [])
  }

  @Test("where very many lines pass, layers still hold several boxes")
  func many() throws {
    let rules = (0..<150).map { index in
      """
      rule r\(index) {
        on entry
        when count(entry, last \(index + 1) min) > \(index)
        emit warning "\(index)."
      }

      """
    }
    let compilation = compile(("a.pace", LintExample.program(of: rules.joined())))
    let program = try #require(compilation.program, "\(compilation.diagnostics.map(\.message))")
    let picture = try Picture(GraphSVG.render(GraphModel(program)))
    #expect(picture.faults == [])
    let layers = Set(picture.boxes.map(\.top)).count
    #expect(layers * 2 < picture.boxes.count, "\(layers) layers")
  }

  @Test("what reads a rule's own firings goes round the outside, from below the rule to above the reader")
  func feedback() throws {
    let text = """
      rule a {
        on entry
        when count(a, last 60 min) < 3
        emit warning "A."
      }
      """
    let compilation = compile(("a.pace", LintExample.program(of: text)))
    let svg = try GraphSVG.render(GraphModel(try #require(compilation.program)))
    let picture = Picture(svg)
    #expect(picture.faults == [])
    #expect(svg.matches(of: /back edge"/).count == 1)
    let farthest = try #require(picture.boxes.map(\.bottom).max())
    #expect(picture.edges.filter { $0.contains { $0.y > farthest } }.count == 1)
  }

  @Test("kinds of edges differ by line, by end, and in the legend, by day and by night")
  func legend() throws {
    let svg = try drawn("take-care").text
    for words in [
      "is read by", "triggers", "is a condition of", "is read by a gate of", "is told by", "raises or gives",
      "reads what was said before",
    ] {
      #expect(svg.contains(">\(words)</text>"))
    }
    let night = try #require(svg.split(separator: "prefers-color-scheme: dark").last)
    for line in GraphModel.Line.allCases {
      #expect(svg.contains(".\(line.rawValue) { stroke:") && night.contains(".\(line.rawValue) { stroke:"))
    }
    // Arrows have no stroke, which would follow the dashes of their lines.
    #expect(svg.contains("path.head { stroke: none; }"))
  }

  @Test("kinds of edges look different in the texts for other programs too")
  func otherLooks() throws {
    let graph = try drawn("take-care").graph
    let dot = GraphDOT.render(graph).split(separator: "\n").filter { $0.contains(" -> ") }
    let mermaid = GraphMermaid.render(graph).split(separator: "\n")
    let arrows = mermaid.filter { $0.contains("-->") || $0.contains("==>") || $0.contains("--x") }
    let styles = mermaid.filter { $0.contains("linkStyle") }
    #expect(dot.count == graph.edges.count && arrows.count == graph.edges.count)
    var looks: [GraphModel.Line: Set<String>] = [:]
    for (index, edge) in graph.edges.enumerated() {
      let look = dot[index].replacing(#/label="[^"]*", /#, with: "").split(separator: "[").last ?? ""
      let style = styles.filter { $0.split(whereSeparator: { $0 == " " || $0 == "," }).contains("\(index)") }
      #expect(style.count == 1, "edge \(index)")
      let colour = style.first?.split(separator: " ").last ?? ""
      looks[edge.line, default: []].insert("\(look) \(colour)")
    }
    #expect(looks.count == GraphModel.Line.allCases.count)
    #expect(looks.values.allSatisfy { $0.count == 1 }, "\(looks)")
    #expect(Set(looks.values).count == looks.count)
  }

  @Test("DOT escapes what would end a label")
  func escapedLabels() throws {
    let text = #"""
      rule a {
        on entry
        when name == "a\\b\"c"
        emit warning "A."
      }
      param name: text = "x"
      """#
    let program = try #require(compile(("a.pace", LintExample.program(of: text))).program)
    let dot = GraphDOT.render(GraphModel(program))
    #expect(dot.contains(#"label="name == \"a\\\\b\\\"c\"""#), "\(dot)")
  }

  @Test("a word longer than a line is broken, wide letters have the room they take")
  func longWords() throws {
    let text = """
      param \(String(repeating: "very_", count: 20))long: text = "日本語の長い長い長い長い長い長い長い長い文字列"

      rule a {
        on entry
        when \(String(repeating: "very_", count: 20))long == "日本語の長い長い長い長い長い長い長い長い文字列"
        emit warning "A."
      }
      """
    let compilation = compile(("a.pace", LintExample.program(of: text)))
    let program = try #require(compilation.program, "\(compilation.diagnostics.map(\.message))")
    let picture = try Picture(GraphSVG.render(GraphModel(program)))
    #expect(picture.faults == [])
    let name = String(repeating: "very_", count: 20) + "long"
    #expect(picture.boxes.contains { $0.texts.map(\.text).joined().hasPrefix(name) })
  }
}

/// A program of parameters, definitions and rules that read each other at random.
private struct RandomProgram {
  private var random: RandomNumbers
  private(set) var text = ""

  init(seed: UInt64) {
    random = RandomNumbers(seed: seed)
    let params = 2 + random.below(6)
    for index in 0..<params { text += "param p\(index): number = \(index) in 0 .. 100\n" }
    text += "scale mood = calm < tense < alarmed\n"
    var values = (0..<params).map { "p\($0)" }
    for index in 0..<(3 + random.below(25)) {
      let window = ["today", "last \(1 + random.below(9)) min", "after small"][random.below(3)]
      let parts = ["count(entry, \(window))", "sum(large.amount, \(window))"] + values
      text += "define d\(index) = \(parts[random.below(parts.count)]) + \(parts[random.below(parts.count)])\n"
      values.append("d\(index)")
    }
    for index in 0..<(2 + random.below(9)) { add(rule: index, values) }
  }

  private mutating func add(rule index: Int, _ values: [String]) {
    let value = { (numbers: inout RandomNumbers) in values[numbers.below(values.count)] }
    var condition = "\(value(&random)) >= \(value(&random)) or \(value(&random)) < 7"
    switch random.below(4) {
    case 0: condition += " and count(r\(index), last 9 min) < 3"
    case 1: condition += " and count(notice\(index % 3), today) < \(value(&random))"
    case 2: condition += index > 0 ? " and mood < alarmed" : ""
    default: break
    }
    let level = ["tense", "alarmed"][random.below(2)]
    let raises = condition.contains("mood") ? "" : "raise mood to \(level)"
    text += """
      rule r\(index) {
        \(random.below(2) == 0 ? "on entry" : "")
        when \(condition)
        \(raises)
        emit notice\(index % 3) "{\(value(&random))} of {\(value(&random))}."
        unless \(value(&random)) > 50
        cooldown 5 min
      }

      """
  }
}

private struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % count
  }
}
