/// Definitions, each checked once after those that it uses; uses refer to it and never copy it.
extension Checker {
  /// How deep definitions may rest on one another.
  static let defineDepthLimit = 128
  /// How many nodes a definition or a rule may have with its definitions written out, which is what it takes
  /// to evaluate it.
  static let unfoldedLimit = 10_000

  mutating func checkDefines() {
    definitions = Array(repeating: nil, count: text.defines.count)
    for syntax in text.defines {
      defines.append(
        Define(name: syntax.name, value: ExpressionID(0), label: syntax.label?.text, span: syntax.span))
    }
    let uses = text.defines.map { syntax in
      var found: [DefineID] = []
      collectDefines(in: syntax.value, into: &found)
      return found
    }
    for index in defineOrder(uses) { checkDefine(index) }
  }

  private mutating func checkDefine(_ index: Int) {
    let syntax = text.defines[index]
    scope = Scope(place: .definition(hasLabel: syntax.label != nil))
    scope.allowsFires = syntax.label == nil
    let before = nodes.count
    guard let value = check(syntax.value) else { return }
    defines[index].value = value
    definitions[index] = Definition(
      value: value, features: scope.features, reads: scope.reads, newestStream: scope.newestStream,
      size: nodes.count - before + scope.unfolded)
  }

  /// Indices with what they use first; circles are reported and left out.
  private mutating func defineOrder(_ uses: [[DefineID]]) -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(uses.count)
    var state: [UInt8] = Array(repeating: 0, count: uses.count)
    var depth: [Int] = Array(repeating: 1, count: uses.count)
    for start in uses.indices where state[start] == 0 {
      var path: [(index: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let (index, next) = path.last {
        if next < uses[index].count {
          path[path.count - 1].next += 1
          let used = uses[index][next].index
          if state[used] == 0 {
            state[used] = 1
            path.append((used, 0))
          } else if state[used] == 1, let place = path.firstIndex(where: { $0.index == used }) {
            report(.defineCycle(path[place...].map { defines[$0.index].name }))
          }
        } else {
          state[index] = 2
          path.removeLast()
          depth[index] = 1 + (uses[index].map { depth[$0.index] }.max() ?? 0)
          if depth[index] == Self.defineDepthLimit + 1 {
            report(.definesTooDeep(defines[index].name, limit: Self.defineDepthLimit))
          }
          if depth[index] <= Self.defineDepthLimit { order.append(index) }
        }
      }
    }
    return order
  }

  private func collectDefines(in syntax: Expression, into found: inout [DefineID]) {
    if let name = syntax.name, case .define(let id) = names.values[name] { found.append(id) }
    for child in syntax.children { collectDefines(in: child, into: &found) }
  }
}
