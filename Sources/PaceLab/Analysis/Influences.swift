import PaceEngine
import PaceLanguage

/// Everything that can affect some rules, directly or through rules whose firings or levels they read.
struct Influences {
  /// What is asked about each rule.
  enum Aspect {
    /// Whether it fires.
    case verdict
    /// Also what it says.
    case notice
  }

  private(set) var rules: Set<RuleID> = []
  private(set) var references: References
  let program: Program
  let aspect: Aspect

  init(on rule: RuleID, in program: Program) { self.init(on: [rule], in: program) }

  /// `ending` is the part of the subject's end that counts; nil for all of it.
  init(on rules: [RuleID], in program: Program, _ aspect: Aspect = .verdict, ending: [Part]? = nil) {
    self.program = program
    self.aspect = aspect
    references = References(ending ?? program.subject.ends?.parts ?? [], in: program)
    var waiting = rules
    var (scales, streams) = (0, 0)
    repeat {
      while let next = waiting.popLast() {
        if self.rules.insert(next).inserted { add(next) }
      }
      waiting += references.scalesFound[scales...].flatMap { program.scales[$0.index].rules }
      waiting += references.streamsFound[streams...].flatMap { program.rules(firingInto: $0) }
      (scales, streams) = (references.scalesFound.count, references.streamsFound.count)
    } while !waiting.isEmpty
  }

  private mutating func add(_ rule: RuleID) {
    references.add(program.allParts(of: program[rule]).filter { aspect == .notice || $0.role != .message })
    for stream in program.firings(countedByGatesOf: program[rule]) { references.add(stream) }
  }

  /// Whether an event's streams depend on neither other events nor parameters.
  var hasFixedStreams: Bool {
    let read = readByStreams
    return program.debounces.isEmpty && read.params.isEmpty && read.streams.isEmpty
  }

  /// What the conditions of the streams read.
  var readByStreams: References {
    var read = References([], in: program)
    for condition in references.streams.compactMap({ program[$0].condition }) { read.add(condition) }
    return read
  }

  /// The part of a plan that evaluates the aspect asked about; for a `verdict` no rule keeps its message.
  var part: PlanPart {
    PlanPart(
      rules: rules.sorted { $0.index < $1.index }, params: references.params.sorted { $0.index < $1.index },
      expressions: expressions(of: aspect).sorted { $0.index < $1.index }, hasMessages: aspect == .notice)
  }

  /// The parameters, in the order of the program.
  var params: [ParamID] { program.params.ids.filter(references.params.contains) }

  /// Whether rows of an event, or of one of its kinds, are in a stream that is read.
  func reads(_ event: EventType, kind: Int?) -> Bool {
    references.streams.contains(event.stream)
      || kind.map { references.streams.contains(event.kinds[$0].stream) } ?? false
  }

  /// Every node of the conditions and messages of the rules, and of the streams that are read.
  func expressions(of aspect: Aspect) -> Set<ExpressionID> {
    var roots = rules.flatMap { program.allParts(of: program[$0]) }
      .filter { aspect == .notice || $0.role != .message }.compactMap { $0.expression }
    roots += references.streams.compactMap { program[$0].condition }
    var found: Set<ExpressionID> = []
    for root in roots { program.walk(root) { found.insert($0) } }
    return found
  }
}

extension Program {
  /// For each parameter, the rules whose `references` hold it, in declaration order.
  func rulesOfParams(_ references: (RuleID) -> References) -> [[RuleID]] {
    var found: [[RuleID]] = params.map { _ in [] }
    for rule in rules.ids {
      for param in references(rule).params { found[param.index].append(rule) }
    }
    return found
  }
}
