import PaceEngine
import PaceLanguage
import Testing

/// With a bound of 100 rowless instants in 24 hours.
@Suite("a rule that comes due without end")
struct RunawayTests {
  private static let minute: Int64 = 60_000

  /// A machine that has one event at 0, and the rule due again after `pause` minutes.
  private func machine(pause: String, days: Int64, attribute: Int64? = nil) throws -> Machine {
    let text = """
      subject visit { pause: duration = 1 min }
      event a of visit { }
      rule nag {
        when since(a) >= 0 min
        emit note "Again."
        repeat \(pause)
      }
      """
    return try machine(text, days: days, attribute: attribute)
  }

  private func machine(
    _ text: String, days: Int64, attribute: Int64? = nil, mostRowless: Int = 100
  ) throws -> Machine {
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    var options = Machine.Options()
    options.mostRowless = mostRowless
    options.until = Instant(days * 1_440 * Self.minute)
    var machine = Machine(Plan(try #require(compilation.program)), options: options)
    begin(&machine, attribute)
    return machine
  }

  private func begin(_ machine: inout Machine, _ attribute: Int64? = nil) {
    let value = attribute.map { Value($0) } ?? .unknown
    machine.begin(SubjectRecord(attributes: [value], zone: .utc))
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: []))
  }

  @Test("ends the evaluation after as many instants as there may be; what was decided stands")
  func tooMany() throws {
    var machine = try machine(pause: "1 min", days: 1)
    machine.finish()
    // One with the event, then one at each of the hundred instants without a row.
    #expect(machine.takeRecords().count == 102)
    let runaway = try #require(machine.runaway)
    #expect(runaway.at == Instant(100 * Self.minute))
    #expect(runaway.rule == RuleID(0))
    #expect(runaway.step?.operand == .constant(Value(Self.minute)))
    #expect(runaway.step?.milliseconds == Self.minute)
    let told = RunawaySubject(subject: "a", runaway: runaway)
    let program = machine.plan.program
    let sentence = told.message(in: program)
    let start = "\(program.subject.name.text) `a`: evaluation ended at 1970-01-01T01:40:00.000Z, because"
    #expect(
      sentence.hasPrefix("\(start) `\(program.rules[0].name.text)` comes due every 1 min: "), "\(sentence)")
    #expect(told.help(in: program).hasPrefix("the rule says so: "))
    #expect(machine.nextDeadline() == nil)
    machine.advance(to: Instant(600 * Self.minute))
    let late = EventRecord(event: EventID(0), kind: nil, at: Instant(601 * Self.minute), values: [])
    #expect(machine.append(late) == .beyond)
    #expect(machine.takeRecords().isEmpty)
  }

  @Test("is told as the last record, with the event that would have come next not seen")
  func beforeAnEvent() throws {
    var machine = try machine(pause: "pause", days: 1, attribute: 30_000)
    let next = EventRecord(event: EventID(0), kind: nil, at: Instant(80 * Self.minute), values: [])
    #expect(machine.append(next) == .beyond)
    guard case .runaway(let runaway) = machine.takeRecords().last else {
      Issue.record("no record of it")
      return
    }
    #expect(runaway.at == Instant(50 * Self.minute))
    #expect(runaway.step?.operand == .attribute(AttributeID(0)))
    #expect(runaway.step?.milliseconds == 30_000)
  }

  @Test("is one only where the instants lie within 24 hours")
  func rightAtTheBound() throws {
    // 100 instants in 24 hours: 864 s apart, so that a day back from each there are the 99 before it.
    var calm = try machine(pause: "864 s", days: 5)
    calm.finish()
    #expect(calm.runaway == nil)
    #expect(calm.takeRecords().count == 501)
    var hasty = try machine(pause: "863 s", days: 5)
    hasty.finish()
    #expect(hasty.runaway?.at == Instant(86_300_000))
  }

  @Test("is forgotten with the next subject")
  func nextSubject() throws {
    var machine = try machine(pause: "pause", days: 1)
    machine.finish()
    #expect(machine.runaway != nil)
    machine.clear()
    begin(&machine, 3_600_000)
    machine.finish()
    #expect(machine.runaway == nil)
    #expect(machine.takeRecords().count == 25)
  }

  /// `a` comes due by its own notices, a minute apart; `b` has a period, which is too long to bring so many instants.
  @Test("names a rule without a period where what it reads changes that often")
  func withoutPeriod() throws {
    let text = """
      subject visit { }
      event a of visit { }
      rule seldom {
        when since(a) >= 0 min
        emit note "Seldom."
        repeat 12 h
      }
      rule own {
        when count(own, last 59999 ms) == 0 and since(a) >= 0 min
        emit note "Own."
      }
      """
    var machine = try machine(text, days: 2)
    machine.finish()
    let runaway = try #require(machine.runaway)
    let program = machine.plan.program
    #expect(program[runaway.rule].name.text == "own")
    #expect(runaway.step == nil)
    #expect(runaway.at == Instant(100 * Self.minute))
    #expect(
      runaway.sentence("it", program)
        == "it: evaluation ended at 1970-01-01T01:40:00.000Z, because `own` comes due again and again: "
        + "more than 1,000,000 instants in 24 hours with nothing logged")
    #expect(
      runaway.help(program)
        == "what it reads changes that often: visit.pace:8; longer spans or a `cooldown` may help")
  }

  /// At half of the instants only `echo` is due, but it follows the other.
  @Test("names the rule with a period before others that are due")
  func echo() throws {
    let text = """
      subject visit { }
      event a of visit { }
      rule echo {
        when since(nag) == 30 s
        emit note "Echo."
      }
      rule nag {
        when since(a) >= 0 min
        emit note "Again."
        repeat 1 min
      }
      """
    for more in 0...1 {
      var machine = try machine(text, days: 1, mostRowless: 100 + more)
      machine.finish()
      let runaway = try #require(machine.runaway)
      #expect(machine.plan.program[runaway.rule].name.text == "nag")
      #expect(runaway.step?.milliseconds == Self.minute)
    }
  }
}
