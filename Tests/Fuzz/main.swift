import Foundation
import PaceAgreement
import PaceOracle

/// `PaceFuzz --from SEED --count N --stage 1|2 [--extremes] [--keep-going]`: compares pace with the oracle.
///
/// `--extremes` uses the greatest and the least values too. The run ends at the first difference; with `--keep-going`,
/// pairs and flips go on. One of these options checks something else instead, for each seed:
/// - `--logs N`: proofs about a program, on N logs.
/// - `--steady N`: tracked ranges of parameters, on N logs.
/// - `--segments N`: sweeps that run N logs in short segments.
/// - `--sweeps N`: sweeps over N logs.
/// - `--fits N`: fits to labels of N logs.
///
/// `--kept N` keeps N logs row by row. `--flips N` checks the flips and next steps of N verdicts.
struct Fuzz {
  var from: UInt64 = 1
  var count: UInt64 = 100_000
  var options = GeneratorOptions.stage1
  var goesOn = false
  var logs = 0
  var steady = 0
  var flips = 0
  var segments = 0
  var sweeps = 0
  var fits = 0
  var kept = 0

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--keep-going" {
        goesOn = true
        continue
      }
      if name == "--extremes" {
        options.usesExtremes = true
        continue
      }
      guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { Self.stop("\(name) needs a number") }
      switch name {
      case "--from": from = value
      case "--count": count = value
      case "--logs": logs = Int(clamping: value)
      case "--steady": steady = Int(clamping: value)
      case "--flips": flips = Int(clamping: value)
      case "--segments": segments = Int(clamping: value)
      case "--sweeps": sweeps = Int(clamping: value)
      case "--fits": fits = Int(clamping: value)
      case "--kept": kept = Int(clamping: value)
      case "--stage":
        let usesExtremes = options.usesExtremes
        options = value == 2 ? .stage2 : .stage1
        options.usesExtremes = usesExtremes
      default: Self.stop("unknown option \(name)")
      }
    }
  }

  private static func stop(_ problem: String) -> Never {
    print(problem)
    exit(2)
  }

  /// Whether all pairs agree.
  func run() -> Bool {
    if flips > 0 { return runFlips() }
    if kept > 0 { return runKept() }
    if segments > 0 { return runSegments() }
    if sweeps > 0 { return runSweeps() }
    if fits > 0 { return runFits() }
    return logs > 0 ? runProofs() : steady > 0 ? runSteady() : runPairs()
  }

  private func runFlips() -> Bool {
    var agreement = FlipAgreement()
    var seed = from
    var failures = 0
    while agreement.cases < flips {
      if let failure = agreement.failure(seed: seed, usesExtremes: options.usesExtremes) {
        print(failure)
        failures += 1
        if !goesOn { return false }
      }
      seed += 1
    }
    for line in agreement.lines { print(line) }
    print("\(agreement.cases) verdicts, seeds \(from) to \(seed - 1), \(failures) told wrongly")
    for sort in agreement.missing { print("nothing of the sort \(sort) was judged") }
    return failures == 0 && agreement.missing.isEmpty
  }

  private func runKept() -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pace-kept-\(UUID())")
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil
    else {
      print("no folder can be made at \(folder.path)")
      return false
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    var agreement = KeepingAgreement(folder: folder.path)
    var seed = from
    while agreement.logs < kept {
      if let failure = agreement.failure(seed: seed, options) {
        print("seed \(seed)\n" + failure)
        return false
      }
      seed += 1
    }
    print(
      "\(agreement.logs) logs kept row by row, \(agreement.notices) notices given and "
        + "\(agreement.withdrawn) withdrawn as the oracle says")
    return true
  }

  private func runSteady() -> Bool {
    var agreement = SteadyAgreement()
    for seed in from..<(from + count) {
      guard let failure = agreement.failure(seed: seed, options, logs: steady) else { continue }
      print(failure)
      return false
    }
    print(
      "\(agreement.wide) ranges wider than a value, \(agreement.runs) runs in them and \(agreement.combined) in"
        + " several at once, none differs")
    return true
  }

  private func runSweeps() -> Bool {
    var agreement = SweepAgreement()
    for seed in from..<(from + count) {
      guard let failure = agreement.failure(seed: seed, options, logs: sweeps) else { continue }
      print(failure)
      return false
    }
    print(
      "\(agreement.sweeps) sweeps, \(agreement.evaluated) rows evaluated for \(agreement.rows), none differs")
    return true
  }

  private func runFits() -> Bool {
    var agreement = FitAgreement()
    for seed in from..<(from + count) {
      guard let failure = agreement.failure(seed: seed, options, logs: fits) else { continue }
      print(failure)
      return false
    }
    print(
      "\(agreement.fits) fits, \(agreement.climbs) by pairs too, \(agreement.evaluated) rows evaluated for"
        + " \(agreement.rows), none differs")
    return true
  }

  private func runSegments() -> Bool {
    var agreement = SegmentAgreement()
    for seed in from..<(from + count) {
      guard let failure = agreement.failure(seed: seed, options, logs: segments) else { continue }
      print(failure)
      return false
    }
    print(
      "\(agreement.sweeps) sweeps, \(agreement.evaluated) of \(agreement.rows) rows evaluated, none differs")
    return true
  }

  private func runProofs() -> Bool {
    var agreement = ProofAgreement()
    for seed in from..<(from + count) {
      guard let failure = agreement.failure(seed: seed, options, logs: logs) else { continue }
      print(failure)
      return false
    }
    print(
      "\(agreement.programs) programs, \(agreement.proved) claims proved"
        + " (\(agreement.provedOfDifferent) with parameters that enter),"
        + " \(agreement.unreachable) rules and levels unreachable, none broken")
    return true
  }

  private func runPairs() -> Bool {
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
