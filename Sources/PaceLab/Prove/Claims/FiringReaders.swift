import PaceLanguage

/// Which rules and scales rest on firings, directly or through others.
///
/// Gates do not count: they decide whether a rule speaks, not whether its condition holds.
struct FiringReaders {
  private let program: Program
  private var rules: [Bool?]
  private var scales: [Bool?]
  private var defines: [Bool?]

  init(_ program: Program) {
    self.program = program
    rules = Array(repeating: nil, count: program.rules.count)
    scales = Array(repeating: nil, count: program.scales.count)
    defines = Array(repeating: nil, count: program.defines.count)
  }

  mutating func contains(_ rule: RuleID) -> Bool {
    if let known = rules[rule.index] { return known }
    rules[rule.index] = true
    let parts = [program[rule].condition, program[rule].until].compactMap { $0 }
    let reads = parts.contains { contains($0) }
    rules[rule.index] = reads
    return reads
  }

  mutating func contains(_ scale: ScaleID) -> Bool {
    if let known = scales[scale.index] { return known }
    scales[scale.index] = true
    let reads = program.scales[scale.index].rules.contains { rule in
      (program[rule].raise?.whenFired ?? false) || contains(rule)
    }
    scales[scale.index] = reads
    return reads
  }

  private mutating func contains(_ id: ExpressionID) -> Bool {
    program.parts(of: id).contains { part in
      switch part.target {
      case .expression(let id): contains(id)
      case .stream(let stream): !program[stream].isLogged
      case .scale(let scale): contains(scale)
      case .define(let define): contains(define)
      case .operand, .field: false
      }
    }
  }

  private mutating func contains(_ define: DefineID) -> Bool {
    if let known = defines[define.index] { return known }
    let reads = contains(program.defines[define.index].value)
    defines[define.index] = reads
    return reads
  }
}
