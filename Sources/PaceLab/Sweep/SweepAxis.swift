public import PaceLanguage

/// The values that a sweep gives to one parameter, from the lowest up.
public struct SweepAxis: Sendable {
  public let param: ParamID
  public let name: String
  public let type: ValueType
  /// In the bits of `Value`, ascending.
  public let values: [Int64]

  /// The most values that one axis may have.
  public static let limit = 10_000

  /// The value at `index` as a preset would write it.
  public func text(_ index: Int, _ program: Program) -> String {
    program.text(of: Value(values[index]), type: type)
  }

  /// Which values lie in `range`.
  func indices(in range: ClosedRange<Int64>) -> Range<Int> {
    let first = count { $0 < range.lowerBound }
    return first..<max(first, count { $0 <= range.upperBound })
  }

  /// How far apart two values are, in the bits of `Value`.
  private static func distance(_ one: Int64, _ other: Int64) -> UInt64 {
    UInt64(bitPattern: max(one, other) &- min(one, other))
  }

  /// How many of the lowest values meet a condition that no value above them meets.
  public func count(where isLow: (Int64) -> Bool) -> Int {
    values.partitioningIndex { !isLow($0) }
  }
}

extension SweepAxis {
  /// `NAME=lo..hi/step` for these values and another one, with those between that a common step needs.
  ///
  /// Nil if that is more than `limit`.
  public func words(holding value: Int64, _ program: Program) -> String? {
    guard let first = values.first, let last = values.last else { return nil }
    let (low, high) = (min(first, value), max(last, value))
    var step = values.count > 1 ? Self.distance(first, values[1]) : 0
    var rest = Self.distance(first, value)
    while rest != 0 { (step, rest) = (rest, step % rest) }
    guard step > 0, Self.distance(low, high) / step < UInt64(Self.limit), let step = Int64(exactly: step)
    else {
      return nil
    }
    let ends = [low, high].map { program.text(of: Value($0), type: type) }
    let words = "\(name)=\(ends[0])..\(ends[1])"
    switch type {
    case .number: return words + "/" + program.text(of: Value(step), type: .number)
    case .duration, .time: return words + "/" + program.text(of: Value(step), type: .duration)
    case .date: return words + "/" + program.text(of: Value(step * ClockSpan.day), type: .duration)
    case .bool, .text, .preset, .schedule, .weekday, .enumeration, .level: return words
    }
  }
}

/// Why words do not name an axis.
public enum SweepAxisProblem: Error, Sendable {
  /// Not `NAME=lo..hi/step`.
  case malformed
  case unknownParam(String)
  /// The parameter's values have no order.
  case notSweepable(name: String)
  case badValue(String, name: String, example: String)
  case outside(String, low: String, high: String)
  /// A clause can't take the value.
  case refused(String, Demand)
  case backwards
  case badStep(String, example: String)
  case stepNotAboveZero(String, example: String)
  /// A number, duration, time or date with a slip, such as more digits than fit.
  case slip(String, Diagnostic)
  case noRange(name: String)
  case tooManyValues
}

extension SweepAxis {
  /// Reads `NAME=lo..hi/step`; without `/step` the parameter's own grid, without `=…` its whole range.
  public init(_ text: String, in program: Program) throws(SweepAxisProblem) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Self.trimmed(parts[0])
    guard let index = program.params.firstIndex(where: { $0.name.text == name }) else {
      throw .unknownParam(name)
    }
    let declared = program.params[index]
    if declared.type == .text || declared.type == .schedule { throw .notSweepable(name: name) }
    let grid = ParamGrid(declared, in: program)
    var reader = AxisReader(program: program, param: declared, range: grid?.range)
    if parts.count > 1 { try reader.read(String(parts[1])) }
    guard let range = reader.range else { throw .noRange(name: name) }
    let step = reader.step ?? grid?.step ?? GridStep.standard(declared.type)
    let last = Self.distance(range.lowerBound, range.upperBound) / UInt64(step)
    guard last < UInt64(Self.limit) else { throw .tooManyValues }
    param = ParamID(index)
    self.name = name
    type = declared.type
    // The distance of two values may be more than a signed number holds; each value is in range.
    values = (0...Int64(last)).map { range.lowerBound &+ $0 &* step }
    for value in values {
      guard let demand = declared.demands.unmet(by: value) else { continue }
      throw .refused(program.text(of: Value(value), type: declared.type), demand)
    }
  }

  fileprivate static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }
}

/// Reads the part of an axis after `NAME=`.
private struct AxisReader {
  let program: Program
  let param: Param
  var range: ClosedRange<Int64>?
  var step: Int64?

  mutating func read(_ text: String) throws(SweepAxisProblem) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let span = parts.first, let dots = Self.dots(in: span) else { throw .malformed }
    let low = SweepAxis.trimmed(span[..<dots.lowerBound])
    let high = SweepAxis.trimmed(span[dots.upperBound...])
    if low.isEmpty || high.isEmpty { throw .malformed }
    let unit = Self.unit(of: high)
    let last = try value(high)
    let first = try value(low, unit: unit)
    guard first <= last else { throw .backwards }
    range = first...last
    if parts.count == 2 { step = try step(SweepAxis.trimmed(parts[1]), unit: unit) }
  }

  private static func dots(in text: Substring) -> Range<Substring.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if next < text.endIndex, text[index] == ".", text[next] == "." {
        return index..<text.index(after: next)
      }
      index = next
    }
    return nil
  }

  /// The unit of `12 min`, with a blank before it, so that `8..12 min` need not name it twice.
  private static func unit(of text: String) -> String? {
    let letters = text.reversed().prefix { $0.isLetter }
    return letters.isEmpty || letters.count == text.count ? nil : " " + String(letters.reversed())
  }

  private func constant(_ text: String, unit: String?, as type: ValueType) -> Int64? {
    for text in [text, text + (unit ?? "")] {
      if case .value(let value)? = program.constant(from: text, as: type) { return value.bits }
    }
    return nil
  }

  private func value(_ text: String, unit: String? = nil) throws(SweepAxisProblem) -> Int64 {
    guard let bits = constant(text, unit: unit, as: param.type) else {
      throw slip(in: text, unit: unit) ?? .badValue(text, name: param.name.text, example: example)
    }
    if let range = param.range, !range.contains(bits) {
      throw .outside(
        text, low: program.text(of: Value(range.lowerBound), type: param.type),
        high: program.text(of: Value(range.upperBound), type: param.type))
    }
    return bits
  }

  private func step(_ text: String, unit: String?) throws(SweepAxisProblem) -> Int64 {
    let type: ValueType
    switch param.type {
    case .time, .date, .duration: type = .duration
    case .number: type = .number
    default: throw .badStep(text, example: "none")
    }
    let example = type == .number ? "0.5" : "5 min"
    guard var bits = constant(text, unit: unit, as: type) else {
      throw slip(in: text, unit: unit) ?? .badStep(text, example: example)
    }
    guard bits > 0 else { throw .stepNotAboveZero(text, example: example) }
    if param.type == .date {
      guard bits % ClockSpan.day == 0 else { throw .badStep(text, example: "1 d") }
      bits /= ClockSpan.day
    }
    return bits
  }

  private func slip(in text: String, unit: String?) -> SweepAxisProblem? {
    let problem = Program.problem(ofLiteral: text) ?? unit.flatMap { Program.problem(ofLiteral: text + $0) }
    return problem.map { .slip(text, $0) }
  }

  /// A value of the right type.
  private var example: String {
    if let range = param.range { return program.text(of: Value(range.lowerBound), type: param.type) }
    if let names = program.names(of: param.type) { return names.joined(separator: ", ") }
    switch param.type {
    case .duration: return "10 min"
    case .time: return "21:00"
    case .date: return "2026-11-20"
    case .bool: return "yes"
    default: return "2.5"
    }
  }
}
