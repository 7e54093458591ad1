import PaceEngine
public import PaceLanguage

/// A figure's mean over the subjects that share an attribute's value, bucket by bucket.
public struct RollUp: Sendable {
  /// What is rolled up.
  public struct Request: Sendable {
    public var attribute: AttributeID
    public var weight: AttributeID?

    public init(attribute: AttributeID, weight: AttributeID? = nil) {
      self.attribute = attribute
      self.weight = weight
    }
  }

  /// The subjects that share a value.
  public struct Group: Sendable {
    /// The attribute's value as it is written; nil if it is unknown.
    public internal(set) var value: String?
    /// The value's place in the order of its type; 0 for an unknown value, and for a type without an order.
    fileprivate let rank: Int64
    /// How many subjects of any weight had a known reading.
    public internal(set) var subjects = 0
    fileprivate var sums: [WeightedSum]
  }

  /// With more values the attribute names its subjects rather than groups them.
  public static let mostGroups = 200

  public let request: Request
  let figure: Int
  public let type: ValueType
  public private(set) var groups: [Group] = []
  /// Whether there were more values than groups are kept for.
  public private(set) var isIncomplete = false
  private var places: [String?: Int] = [:]
  private let count: Int

  /// - Parameters:
  ///   - figure: its index among those that are read.
  ///   - count: how many buckets there are.
  init(_ request: Request, figure: Int, type: ValueType, count: Int) {
    self.request = request
    self.figure = figure
    self.type = type
    self.count = count
  }

  /// The group of a subject and what it weighs there, 0 if that is unknown; nil if groups are too many.
  mutating func group(
    of attributes: [ShownValue], in program: Program
  ) -> (group: Int, weight: Int64)? {
    var weight: Int64 = 1
    if let id = request.weight {
      let value = attributes[id.index].value
      weight = value.isUnknown ? 0 : max(0, value.bits)
    }
    let shown = attributes[request.attribute.index]
    let name =
      shown.text ?? (shown.value.isUnknown ? nil : program.text(of: shown.value, type: shown.type))
    if let known = places[name] { return (known, weight) }
    guard groups.count < Self.mostGroups else {
      isIncomplete = true
      return nil
    }
    places[name] = groups.count
    groups.append(
      Group(
        value: name, rank: name != nil && FigureTally.measures(shown.type) ? shown.value.bits : 0,
        sums: Array(repeating: WeightedSum(), count: count)))
    return (groups.count - 1, weight)
  }

  /// Takes a subject's readings by bucket; those that are unknown or weigh nothing are left out.
  mutating func add(_ readings: [(bucket: Int, value: Value)], to group: Int, weight: Int64) {
    if weight == 0 { return }
    var isKnown = false
    for reading in readings where !reading.value.isUnknown {
      groups[group].sums[reading.bucket].add(reading.value.bits, weight: weight)
      isKnown = true
    }
    if isKnown { groups[group].subjects += 1 }
  }

  /// The groups by their value, the unknown one last.
  public var sorted: [Group] {
    groups.sorted { a, b in
      guard let first = a.value, let second = b.value else {
        return a.value != nil && b.value == nil
      }
      return (a.rank, first) < (b.rank, second)
    }
  }

  /// A group's mean in a bucket; unknown if no reading is known.
  public func mean(_ group: Group, bucket: Int) -> Value {
    group.sums[bucket].mean(unit: type == .bool ? Arithmetic.unit : 1)
  }

  /// A group's mean over all buckets.
  public func mean(_ group: Group) -> Value {
    var all = WeightedSum()
    for sum in group.sums { all.add(sum) }
    return all.mean(unit: type == .bool ? Arithmetic.unit : 1)
  }
}
