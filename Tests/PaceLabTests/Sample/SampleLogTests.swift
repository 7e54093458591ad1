import PaceEngine
import PaceLab
import PaceLanguage
import Testing

struct SampleLogTests {
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

  @Test("amounts are half to double of the usual ones, or small where none is, in few digits")
  func amounts() throws {
    let program = try #require(
      compile(
        (
          "a.pace",
          """
          subject person { goal: number = 2000 in 500 .. 10000 "goal" }
          event sip of person {
            ml: number in 1 .. 5000
            units: number = 1 in 0 .. 50
            length: duration = 15 min
            effort: number
            share: number in 0 .. 1
            kind cup { ml = 250, units = 0.5 }
          }
          """
        )
      ).program)
    let plain = try #require(
      compile(("a.pace", "subject person { }\nevent sip of person { ml: number in 1 .. 5000 }\n")).program)
    func numbers(_ field: Int, in program: Program, seed: UInt64 = 1) -> Set<Int64> {
      Set(
        SampleLog(program, subjects: 60, seed: seed).flatMap { $0.events }.compactMap { event in
          if case .value(let value)? = event.fields[field] { value.bits } else { nil }
        })
    }
    let cups = numbers(0, in: program)
    #expect(cups.count > 5)
    #expect(cups.allSatisfy { (125_000_000...500_000_000).contains($0) && $0 % 10_000_000 == 0 })
    #expect(numbers(1, in: program).allSatisfy { (200_000...1_000_000).contains($0) && $0 % 100_000 == 0 })
    #expect(numbers(2, in: program).allSatisfy { (7...30).contains($0 / 60_000) && $0 % 60_000 == 0 })
    #expect(numbers(3, in: program).allSatisfy { (1...10).contains($0 / 1_000_000) && $0 % 1_000_000 == 0 })
    #expect(numbers(4, in: program).allSatisfy { (100_000...200_000).contains($0) && $0 % 100_000 == 0 })
    let sips = numbers(0, in: plain)
    #expect(sips.count > 20 && sips.allSatisfy { (1_000_000...500_000_000).contains($0) })
  }

  @Test("four of five attributes are left at their default")
  func attributes() throws {
    let program = try program("rules/take-care.pace")
    var (usual, all) = (0, 0)
    for subject in SampleLog(program, subjects: 400, seed: 2) {
      for (value, attribute) in zip(subject.attributes, program.subject.attributes)
      where attribute.initial != nil {
        all += 1
        if value == nil { usual += 1 }
      }
    }
    #expect((75...85).contains(usual * 100 / all))
  }

  @Test("events come between 07:00 and 23:00 where the subject lives, within its calendar day")
  func wakingHours() throws {
    let hour: Int64 = 3_600_000
    let kathmandu = Zone(name: "+05:45", initialOffset: 20_700_000, transitions: [])
    for dayStart in ["00:00", "04:00", "09:30", "23:30"] {
      let text = """
        calendar { day starts \(dayStart) }
        subject log per day { }
        event sip of log { }
        """
      let daily = try #require(compile(("a.pace", text)).program)
      let start = daily.calendar.dayStart
      for subject in SampleLog(daily, subjects: 30, seed: 5, zone: kathmandu) {
        for event in subject.events {
          let local = event.at.milliseconds + 20_700_000
          #expect((7 * hour..<23 * hour).contains(local % (24 * hour)))
          #expect(ValueText.date((local - start) / (24 * hour)) == subject.id)
        }
      }
    }
    let night = try program("rules/take-care.pace")
    for subject in SampleLog(night, subjects: 60, seed: 5) {
      for event in subject.events {
        #expect((7 * hour...23 * hour).contains(event.at.milliseconds % (24 * hour)))
      }
    }
  }
}
