import PaceLab
import PaceLanguage

extension SweepAxisProblem {
  /// What is wrong with `--param text`, for a program with these parameters.
  func failure(_ text: String, params: [String]) -> Failure {
    switch self {
    case .unknownParam(let name): .usage(.unknownName(what: "parameter", name: name, known: params))
    default: .usage(.badValue(option: "--param", value: text, expected: expected))
    }
  }

  private var expected: String {
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
    case .tooManyDigits(let number): "at most six digits after the point, more than which `\(number)` has"
    case .noRange(let name): "NAME=LO..HI/STEP, for `\(name)` declares no range"
    case .tooManyValues: "at most \(SweepAxis.limit) values"
    }
  }
}
