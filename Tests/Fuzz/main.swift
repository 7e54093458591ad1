import Foundation
import PaceAgreement
import PaceOracle

/// `PaceFuzz --from SEED --count N --stage 1|2`: compares pace with the oracle until they differ.
struct Fuzz {
  var from: UInt64 = 1
  var count: UInt64 = 100_000
  var options = GeneratorOptions.stage1
  var goesOn = false

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--keep-going" {
        goesOn = true
        continue
      }
      guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { continue }
      switch name {
      case "--from": from = value
      case "--count": count = value
      case "--stage": options = value == 2 ? .stage2 : .stage1
      default: print("unknown option \(name)")
      }
    }
  }

  /// Whether all pairs agree.
  func run() -> Bool {
    var failures = 0
    for seed in from..<(from + count) {
      if let failure = Agreement.failure(seed: seed, options) {
        print(failure)
        failures += 1
        if !goesOn { return false }
      }
      if (seed - from + 1) % 10_000 == 0 { print("\(seed - from + 1) pairs, \(failures) differ") }
    }
    print("\(count) pairs, \(failures) differ")
    return failures == 0
  }
}

exit(Fuzz(Array(CommandLine.arguments.dropFirst())).run() ? 0 : 1)
