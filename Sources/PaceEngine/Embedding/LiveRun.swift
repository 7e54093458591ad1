import PaceLanguage

/// A machine in an app, with an older copy from which its newest instant can be evaluated again.
struct LiveRun: Sendable {
  private(set) var machine: Machine
  /// A copy from before the newest instant.
  private var origin: Machine
  /// The records from before the machine was last copied, kept apart: to copy them too would take quadratic time.
  private var earlier: [Record] = []
  /// What the machine was told since `origin`.
  private var steps: [Step] = []
  /// How many steps there may be before `origin` is renewed.
  private var patience = leastPatience

  private static let leastPatience = 64
  /// How many bytes of rows are copied in about the time of a step.
  private static let bytesOfStep = 512

  private enum Step {
    case event(EventRecord)
    case time(Instant)
  }

  /// - Parameter machine: a machine that gives accounts, but of no instant so far.
  init(_ machine: Machine) {
    self.machine = machine
    origin = machine
  }

  /// The bytes of the rows that it holds.
  var rowBytes: Int { machine.rowBytes + origin.rowBytes }

  mutating func intern(_ text: String) -> Value { machine.intern(text) }

  mutating func takeRecords() -> [Record] {
    defer { earlier.removeAll() }
    return earlier + machine.takeRecords()
  }

  mutating func append(_ event: EventRecord) -> Admission { take(.event(event)) }

  /// Evaluates everything up to and including an instant.
  mutating func advance(to instant: Instant) {
    while let next = machine.nextDeadline(upTo: instant) { _ = take(.time(next)) }
    machine.advance(to: instant)
    if case .time(let last)? = steps.last {
      steps[steps.count - 1] = .time(max(last, instant))
    } else {
      steps.append(.time(instant))
    }
  }

  private mutating func take(_ step: Step) -> Admission {
    if steps.count >= patience { earlier += machine.takeRecords() }
    let before = steps.count < patience ? nil : machine
    let admission = Self.take(step, in: &machine)
    if admission == .debounced || admission == .late {
      // It has changed nothing, and the next event takes its number.
      machine.subject.eventCount -= 1
      return admission
    }
    if let before {
      if machine.state.now > before.state.now {
        origin = before
        steps.removeAll(keepingCapacity: true)
        patience = max(Self.leastPatience, origin.rowBytes / Self.bytesOfStep)
      } else {
        // The copy doesn't lie before the newest instant, so it can't be the origin.
        patience *= 2
      }
    }
    steps.append(step)
    return admission
  }

  private static func take(_ step: Step, in machine: inout Machine) -> Admission {
    switch step {
    case .event(let event): return machine.append(event)
    case .time(let instant):
      machine.advance(to: instant)
      return .kept
    }
  }

  /// The account of the newest instant, as if it were over; nil if there is none.
  func account() -> Account? {
    guard let newest = machine.newestInstant else { return nil }
    var run = origin
    run.texts = machine.texts
    run.giveAccount(at: newest)
    for step in steps { _ = Self.take(step, in: &run) }
    run.advance(to: newest)
    return run.output.accounts.first
  }
}
