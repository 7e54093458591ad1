import Foundation

/// The time and memory that one run took.
struct Usage {
  var seconds = 0.0
  /// Seconds of processor time, which other work on the machine disturbs less.
  var processor = 0.0
  /// The most memory that the run had at once; 0 if not measured.
  var megabytes = 0.0

  /// Runs something in this process.
  static func of(_ work: () throws -> Void) rethrows -> Usage {
    let (start, before) = (ContinuousClock.now, processorTime())
    try work()
    return Usage(
      seconds: (ContinuousClock.now - start) / .seconds(1), processor: processorTime() - before)
  }

  private static func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  static func seconds(_ usage: rusage) -> Double {
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1_000_000
  }
}

/// How many times as long one thing takes as another: medians over pairs of runs, one right after the other.
struct Comparison {
  private static let pairs = 5
  private static let longest = 6.0

  /// The ratio by the clock.
  var ratio = 0.0
  var processorRatio = 0.0
  var megabytes = 0.0
  /// The time of `work`, by the clock.
  var seconds = 0.0

  /// Runs five pairs, or as many as fit in a few seconds.
  init(_ work: () throws -> Usage, to baseline: () throws -> Usage) rethrows {
    var runs: [(Usage, Usage)] = []
    var spent = 0.0
    while runs.count < Self.pairs,
      runs.isEmpty || spent * Double(runs.count + 1) / Double(runs.count) < Self.longest
    {
      let pair = try (baseline(), work())
      spent += pair.0.seconds + pair.1.seconds
      runs.append((pair.1, pair.0))
    }
    ratio = median(runs.map { $0.0.seconds / $0.1.seconds })
    processorRatio = median(runs.map { $0.0.processor / max($0.1.processor, 0.000_001) })
    seconds = median(runs.map { $0.0.seconds })
    megabytes = runs.map { $0.0.megabytes }.max() ?? 0
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// The lines that are printed.
enum Report {
  static func head() {
    line("", "by clock", "by CPU", "at most", "", "")
  }

  /// A ratio and its upper limit, judged by processor time, or by the clock if `byClock`.
  static func ratio(
    _ name: String, _ found: Comparison, atMost target: Double?, memory: Double? = nil, byClock: Bool = false,
    remark: String = ""
  ) {
    line(
      name, number(found.ratio), number(found.processorRatio), target.map(number) ?? "",
      verdict(byClock ? found.ratio : found.processorRatio, target),
      "\(number(found.seconds)) s" + megabytes(found.megabytes, atMost: memory) + remark)
  }

  /// Milliseconds and their upper limit.
  static func time(_ name: String, milliseconds: Double, atMost target: Double?, remark: String = "") {
    line(
      name, number(milliseconds) + " ms", "", target.map { number($0) + " ms" } ?? "",
      verdict(milliseconds, target), remark)
  }

  static func megabytes(_ found: Double, atMost most: Double?) -> String {
    guard found > 0 else { return "" }
    return ", \(number(found)) MB" + (most.map { " of \(number($0)): \(verdict(found, $0))" } ?? "")
  }

  static func verdict(_ found: Double, _ target: Double?) -> String {
    target.map { found <= $0 ? "met" : "MISSED" } ?? ""
  }

  static func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  }

  static func line(_ name: String, _ columns: String...) {
    let widths = [10, 10, 10, 8, 0]
    let cells = zip(columns, widths).map { text, width in
      width == 0 ? text : String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let name = "  " + name + String(repeating: " ", count: max(0, 50 - name.count))
    print((name + cells.dropLast().joined() + "  " + (cells.last ?? "")))
  }
}

/// A fixed sequence of numbers, so that a log made from it is the same each time.
struct FixedSequence {
  private var state: UInt64 = 1

  /// The next number, at least 0 and less than `bound`.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
