import PaceLanguage

/// Goes through every case that the parts of conditions allow, to see that two of them never differ.
///
/// Each quantity that is compared with constants lies in one of the regions between them; whatever else a
/// condition rests on may be true, false or unknown. There are more such cases than logs can bring about,
/// never fewer, so that what holds in all of them holds.
struct CaseProof {
  /// A condition of a program, and how it is looked at.
  struct Look {
    var root: ExpressionID
    /// An event of this stream has just come.
    var trigger: StreamID?
    /// It matters only where this is true.
    var condition: ExpressionID?
    /// Whether false and unknown are one.
    var isGate: Bool
  }

  private static let mostCases = 20_000

  private let programs: [Program]
  private let bounds: [BoundsAnalysis]
  private let look: Look
  private let constraints: CaseConstraints
  private var terms = CaseTerms()
  private var order: [(number: Int, quantity: CaseTerms.Quantity, regions: [CaseRegion])] = []
  private var regions: [Int: CaseRegion] = [:]
  private var truths: [Int: Truth] = [:]

  /// Of one program, or of two whose nodes stand at the same places.
  init(_ programs: [Program], _ bounds: [BoundsAnalysis], _ look: Look) {
    self.programs = programs
    self.bounds = bounds
    self.look = look
    constraints = CaseConstraints(program: programs[0], trigger: look.trigger)
    for (program, bounds) in zip(programs, bounds) {
      for root in [look.root, look.condition].compactMap({ $0 }) { terms.add(root, of: program, bounds) }
    }
    for (number, quantity) in terms.quantities.sorted(by: { $0.key < $1.key }) {
      let regions = CaseRegion.regions(of: quantity).filter { constraints.allows($0, quantity) }
      order.append((number, quantity, regions))
    }
  }

  /// Whether the condition says the same in both programs.
  mutating func isSame() -> Bool {
    holdsInAll { proof in
      let (one, other) = (proof.truth(proof.look.root, in: 0), proof.truth(proof.look.root, in: 1))
      return proof.look.isGate ? (one == .yes) == (other == .yes) : one == other
    }
  }

  /// Whether the condition is never true, in the first program.
  mutating func isNeverTrue() -> Bool {
    holdsInAll { proof in proof.truth(proof.look.root, in: 0) != .yes }
  }

  private mutating func holdsInAll(_ claim: (inout CaseProof) -> Bool) -> Bool {
    var count = 1
    for choices in order.map(\.regions.count) + terms.atoms.map({ _ in Truth.allCases.count }) {
      count *= max(choices, 1)
      if count > Self.mostCases { return false }
    }
    return goThrough(0, claim)
  }

  /// Settles what stands at `place` and after it in every way.
  private mutating func goThrough(_ place: Int, _ claim: (inout CaseProof) -> Bool) -> Bool {
    guard place < order.count else { return goThroughAtoms(terms.atoms.sorted()[...], claim) }
    let (number, quantity, choices) = order[place]
    for region in choices {
      let fits = order[..<place].allSatisfy { earlier in
        regions[earlier.number].map { constraints.allows($0, earlier.quantity, region, quantity) } ?? true
      }
      guard fits else { continue }
      regions[number] = region
      guard goThrough(place + 1, claim) else { return false }
    }
    regions[number] = nil
    return true
  }

  private mutating func goThroughAtoms(
    _ atoms: ArraySlice<Int>, _ claim: (inout CaseProof) -> Bool
  ) -> Bool {
    guard let atom = atoms.first else {
      if let condition = look.condition, truth(condition, in: 0) != .yes { return true }
      return claim(&self)
    }
    for truth in Truth.allCases {
      truths[atom] = truth
      guard goThroughAtoms(atoms.dropFirst(), claim) else { return false }
    }
    return true
  }

  private mutating func truth(_ root: ExpressionID, in index: Int) -> Truth {
    let program = programs[index]
    let id = program.resolved(root)
    switch program[id].operation {
    case .not(let part): return !truth(part, in: index)
    case .binary(.and, let left, let right): return truth(left, in: index) && truth(right, in: index)
    case .binary(.or, let left, let right): return truth(left, in: index) || truth(right, in: index)
    case .binary(.otherwise, let left, let right):
      let first = truth(left, in: index)
      return first == .unknown ? truth(right, in: index) : first
    case .constant(.value(let value)): return Truth(value)
    case .comparison(let relation, let left, let right):
      guard let cut = program.cut(left, right) else { break }
      let isMirrored = program.limit(right) == nil
      return truth(cut.quantity, isMirrored ? relation.mirrored : relation, cut.limit, in: index)
    case .within(let value, let low, let high, let isClosed):
      guard let from = program.limit(low), let to = program.limit(high) else { break }
      let below = truth(value, isClosed ? .lessOrEqual : .less, to, in: index)
      return truth(value, .greaterOrEqual, from, in: index) && below
    default: break
    }
    return truths[terms.number(of: id, in: program)] ?? .unknown
  }

  /// A region lies on one side of each constant that its quantity is compared with.
  private mutating func truth(
    _ quantity: ExpressionID, _ relation: Relation, _ limit: Int64, in index: Int
  ) -> Truth {
    let number = terms.number(of: quantity, in: programs[index])
    guard let region = regions[number], !region.isUnknown else { return .unknown }
    let side = region.high < limit ? -1 : region.low > limit ? 1 : 0
    return relation.holds(side, 0) ? .yes : .no
  }
}
