import PaceLab
import PaceLanguage

extension SweepAxis {
  /// The axis that a value of `--param` names.
  static func read(_ text: String, in program: Program) throws(Failure) -> SweepAxis {
    do throws(SweepAxisProblem) {
      return try SweepAxis(text, in: program)
    } catch {
      switch error {
      case .unknownParam(let name):
        throw .usage(.unknownName(what: "parameter", name: name, known: program.params.map(\.name.text)))
      case .slip(let written, let problem):
        throw .usage(
          .badSetting("--param \(text)", "\(problem.message) (`\(written)`)", help: problem.help))
      default: throw .usage(.badValue(option: "--param", value: text, expected: error.expected))
      }
    }
  }
}

extension SweepAxisProblem {
  fileprivate var expected: String {
    switch self {
    case .malformed: "NAME=LO..HI/STEP, such as \"window=5..20 min/1 min\""
    case .unknownParam: "a parameter"
    case .notSweepable(let name): "a parameter whose values have an order, which those of `\(name)` have not"
    case .badValue(let value, let name, let example):
      "a value of `\(name)` such as \(example) in place of `\(value)`"
    case .outside(let value, let low, let high): "values in \(low) .. \(high), which `\(value)` is not"
    case .refused(let value, let demand):
      "each value to be \(demand.need.text), as \(demand.use) needs it, which `\(value)` is not"
    case .backwards: "the lower end first"
    case .badStep(let step, let example):
      example == "none" ? "no step, for values that have none" : "a step such as \(example), not `\(step)`"
    case .stepNotAboveZero(let step, let example): "a step above 0, such as \(example), not `\(step)`"
    case .slip(let value, _): "another value than `\(value)`"
    case .noRange(let name): "NAME=LO..HI/STEP, for `\(name)` declares no range"
    case .tooManyValues: "at most \(ValueText.count(SweepAxis.limit)) values"
    }
  }
}
