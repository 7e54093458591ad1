import Dispatch
import PaceLab
import Synchronization

/// What takes long to find out for lenses, done beside the server's loop on one thread, piece by piece.
struct LensWork {
  /// What is to be found out; requests for the same share one piece of work.
  enum Subject: Hashable {
    case scenario(uri: String, index: Int)
    /// The counts of all rules of a program, given by its root.
    case counts(root: String)
  }

  enum Outcome: Sendable {
    /// What the lens says, and the findings where the scenario fails.
    case scenario(title: String, failures: [JSONValue])
    case counts(Counts)
  }

  /// The counts of a program's rules, or why they can't be found out.
  struct Counts: Sendable {
    var counts: Result<RuleCounts, Failure>
    /// The log as it was before they were counted.
    var log: LogStamp
  }

  /// A request that waits for an outcome.
  struct Asker {
    var id: JSONValue
    var answer: (Outcome) -> JSONValue
  }

  private final class Piece: Sendable {
    let outcome = Mutex<Outcome?>(nil)
    let isDropped = Atomic(false)
  }

  private struct Entry {
    let subject: Subject
    let piece = Piece()
    var askers: [Asker]

    func drop() { piece.isDropped.store(true, ordering: .relaxed) }
  }

  /// How long the loop waits for messages while work is under way, in milliseconds.
  private static let pause: Int32 = 5

  private let queue = DispatchQueue(label: "pace.lenses")
  private let group = DispatchGroup()
  private var entries: [Entry] = []

  /// Begins a piece of work for a request, unless it is under way already.
  ///
  /// - Parameter work: asks `isToEnd` now and then; once that says yes, the outcome is of no use.
  mutating func add(
    _ asker: Asker, about subject: Subject,
    _ work: @escaping @Sendable (_ isToEnd: @escaping @Sendable () -> Bool) -> Outcome
  ) {
    if let place = entries.firstIndex(where: { $0.subject == subject }) {
      return entries[place].askers.append(asker)
    }
    let entry = Entry(subject: subject, askers: [asker])
    entries.append(entry)
    let piece = entry.piece
    let run: @Sendable () -> Void = {
      if piece.isDropped.load(ordering: .relaxed) { return }
      let outcome = work { piece.isDropped.load(ordering: .relaxed) }
      piece.outcome.withLock { $0 = outcome }
    }
    if Threads.granted(2) > 1 { queue.async(group: group, execute: run) } else { run() }
  }

  /// How many milliseconds to wait for messages; nil for ever.
  ///
  /// - Parameter milliseconds: how long if no work is under way.
  func wait(atMost milliseconds: Int32?) -> Int32? {
    entries.isEmpty ? milliseconds : min(milliseconds ?? Self.pause, Self.pause)
  }

  /// Takes away the work that is done, in the order in which it was asked for.
  mutating func takeDone() -> [(subject: Subject, outcome: Outcome, askers: [Asker])] {
    var done: [(Subject, Outcome, [Asker])] = []
    entries.removeAll { entry in
      guard let outcome = entry.piece.outcome.withLock({ $0 }) else { return false }
      done.append((entry.subject, outcome, entry.askers))
      return true
    }
    return done
  }

  /// Takes back a request; its work ends if nobody else waits for it. False if there is no such request.
  mutating func drop(_ id: JSONValue) -> Bool {
    for place in entries.indices {
      guard let asker = entries[place].askers.firstIndex(where: { $0.id == id }) else { continue }
      entries[place].askers.remove(at: asker)
      if entries[place].askers.isEmpty { entries.remove(at: place).drop() }
      return true
    }
    return false
  }

  /// Ends all work; gives the ids of the requests that waited for it.
  mutating func dropAll() -> [JSONValue] {
    for entry in entries { entry.drop() }
    defer { entries = [] }
    return entries.flatMap { $0.askers.map { $0.id } }
  }

  /// Lets the work go on for so many milliseconds, or until it is done.
  func waitUntilDone(atMost milliseconds: Int) {
    _ = group.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
