import PaceEngine
import PaceLab
import PaceLanguage
import Testing

@Suite struct SampleLogTests {
  private func program(_ path: String) throws -> Program {
    let compilation = Compilation.compile(roots: [path], read: readRepository)
    return try #require(compilation.program, "\(path)")
  }

  private static let packs = [
    "rules/take-care.pace", "rules/hydration.pace", "rules/hydration-pace.pace", "rules/nail-guard.pace",
  ]

  @Test("the same seed gives the same log, another seed another", arguments: packs)
  func deterministic(path: String) throws {
    let program = try program(path)
    func text(_ seed: UInt64) -> String {
      SampleLog(program, subjects: 5, seed: seed).map { "\($0)" }.joined()
    }
    #expect(text(1) == text(1))
    #expect(text(1) != text(2))
  }

  @Test("subjects do not depend on how many there are")
  func prefix() throws {
    let program = try program("rules/take-care.pace")
    let few = SampleLog(program, subjects: 5, seed: 9).map { $0.events.map(\.at) }
    let many = SampleLog(program, subjects: 9, seed: 9).map { $0.events.map(\.at) }
    #expect(Array(many.prefix(5)) == few)
  }

  @Test("events come in order, with values in their ranges, and make some rules fire", arguments: packs)
  func plausible(path: String) throws {
    let program = try program(path)
    var firings = 0
    for subject in SampleLog(program, subjects: 20, seed: 3) {
      #expect(subject.events.map(\.at) == subject.events.map(\.at).sorted())
      #expect(!subject.events.isEmpty)
      for event in subject.events {
        for (field, value) in zip(program.events[event.event.index].fields, event.fields) {
          guard case .value(let value)? = value, let range = field.range else { continue }
          #expect(range.contains(value.bits))
        }
      }
      var machine = Machine(Plan(program))
      machine.begin(
        SubjectRecord(
          startedAt: subject.startedAt, endedAt: subject.endedAt,
          attributes: program.subject.attributes.map { _ in .unknown }, zone: .utc))
      for event in subject.events {
        let values = event.fields.map { field -> Value in
          if case .value(let value)? = field { return value }
          return .unknown
        }
        _ = machine.append(EventRecord(event: event.event, kind: event.kind, at: event.at, values: values))
      }
      machine.finish()
      for case .fired in machine.records { firings += 1 }
    }
    #expect(firings > 0)
  }
}
