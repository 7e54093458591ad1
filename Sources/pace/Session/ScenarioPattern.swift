import Dispatch
import Synchronization

/// The regular expression that picks scenarios by their names.
struct ScenarioPattern: Sendable {
  private let text: String
  /// How long it may take for one name: trying every way to match can take longer than anyone's life.
  private static let patience = 3

  /// The most bytes of a pattern: the time to read one grows with its square.
  private static let mostBytes = 1_000

  init(_ text: String) throws(Failure) {
    if Self.nesting(of: text) > Self.mostNesting {
      let expected = "a regular expression that is nested at most \(Self.mostNesting) deep"
      throw Option.run.bad(String(text.prefix(20)) + "…", expected)
    }
    if text.utf8.count > Self.mostBytes {
      throw Option.run.bad(String(text.prefix(20)) + "…", "a regular expression of at most 1,000 bytes")
    }
    do {
      _ = try Regex(text)
    } catch {
      throw Option.run.bad(text, "a regular expression")
    }
    self.text = text
  }

  /// Whether it matches a part of a name.
  func matches(_ name: String) throws(Failure) -> Bool {
    guard Threads.granted(2) > 1 else { return Self.isMatch(text, name) }
    // A match can't be stopped, so it runs on a thread that ends with the process.
    let search = Search()
    let text = text
    DispatchQueue.global().async {
      let isFound = Self.isMatch(text, name)
      search.isFound.withLock { $0 = isFound }
      search.end.signal()
    }
    _ = search.end.wait(timeout: .now() + .seconds(Self.patience))
    if let isFound = search.isFound.withLock({ $0 }) { return isFound }
    let expected = "a regular expression without a repetition of a repetition"
    throw Option.run.bad(text, "\(expected): `\(name)` took it longer than \(Self.patience) s")
  }

  private final class Search: Sendable {
    let isFound = Mutex<Bool?>(nil)
    let end = DispatchSemaphore(value: 0)
  }

  private static func isMatch(_ text: String, _ name: String) -> Bool {
    (try? Regex(text).firstMatch(in: name)) != nil
  }

  /// The deepest nesting of a pattern: Foundation reads patterns by recursion.
  private static let mostNesting = 50

  /// How deep groups and classes stand in each other.
  private static func nesting(of pattern: String) -> Int {
    var depth = 0
    var deepest = 0
    var isEscaped = false
    for byte in pattern.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
      default: break
      }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}
