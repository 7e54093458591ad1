import PaceLanguage
import PaceOracle
import Testing

@Suite("Whole programs")
struct CompilationTests {
  @Test("The program that the design begins with checks clean, in all three files")
  func designExample() throws {
    let rules = try Fixtures.bytes("take-care.pace")
    let presets = try Fixtures.bytes("take-care-presets.pace")
    let tests = try Fixtures.bytes("take-care.test.pace")
    let compilation = Compilation.compile(roots: ["rules/take-care.test.pace"]) { path in
      switch path {
      case "rules/take-care.test.pace": .bytes(tests)
      case "rules/take-care.pace": .bytes(rules)
      case "presets/take-care.pace": .bytes(presets)
      default: .failure("no such file")
      }
    }
    #expect(findings(compilation) == [])
    let program = try #require(compilation.program)
    #expect(program.rules.count == 6)
    #expect(
      program.evaluationOrder.map { program[$0].name.text } == [
        "escalation", "fast_pace", "shot_stacking", "rapid_repeat", "hydration", "nice_reset",
      ])
    #expect(program.noticeKinds.map(\.name) == ["warning", "reminder", "praise"])
    #expect(program.noticeKinds.map(\.policy.count) == [1, 1, 1])
    #expect(program.presets.map(\.values.count) == [4, 4, 4])
    #expect(program.scales[0].rules.count == 4)
    #expect(program.subject.ends != nil)
    #expect(program.scenarios.count == 2)
  }

  @Test("The checker's errors of a file are told up to a number, as the parser's are")
  func manyErrors() {
    let repeated = String(repeating: "define x = count(entry)\n", count: 300)
    let faulty = String(repeating: "define x = ^\n", count: 60) + repeated
    for text in [repeated, faulty] {
      let found = compile(text).diagnostics
      #expect(found.count == 101)
      #expect(found.count { $0.code == "E0100" } == 1)
    }
    let root = "\(commonStart)include \"b.pace\"\n\(repeated)"
    let files = ["a.pace": root, "b.pace": repeated]
    #expect(compile(files: files, root: "a.pace").diagnostics.count == 202)
  }

  @Test("Children stand before parents")
  func childrenFirst() throws {
    let program = try #require(
      compile(
        """
        define total = sum(entry.amount, today) * 2
        rule a { when total + 1 > goal and not (total in 1 .. 2), emit warning "{total}" }
        """
      ).program)
    for (index, node) in program.expressions.enumerated() {
      switch node.operation {
      case .binary(_, let a, let b), .comparison(_, let a, let b):
        #expect(a.index < index && b.index < index)
      case .negate(let a), .not(let a): #expect(a.index < index)
      case .define(let id): #expect(program.defines[id.index].value.index < index)
      default: break
      }
    }
  }

  @Test("Whatever the bytes, there is an answer", arguments: Fixtures.names)
  func mangledFiles(name: String) throws {
    var bytes = try Fixtures.bytes(name)
    if name == "take-care-presets.pace" || name == "source.pace" {
      bytes = Array(commonStart.utf8) + bytes
    }
    var random = SplitMix64(7)
    for _ in 0..<150 {
      var mangled = bytes
      for _ in 0..<(1 + Int(random.next() % 4)) {
        let place = Int(random.next() % UInt64(mangled.count))
        switch random.next() % 3 {
        case 0: mangled.remove(at: place)
        case 1: mangled[place] = UInt8(truncatingIfNeeded: random.next())
        default:
          let end = min(mangled.count, place + Int(random.next() % 40))
          mangled.insert(contentsOf: mangled[place..<end], at: Int(random.next() % UInt64(mangled.count)))
        }
      }
      let compilation = Compilation.compile(roots: ["a.pace"]) { path in
        path == "a.pace" ? .bytes(mangled) : .failure("no such file")
      }
      #expect((compilation.program == nil) == compilation.diagnostics.contains { $0.severity == .error })
    }
  }
}
