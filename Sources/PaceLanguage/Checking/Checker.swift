/// Turns the syntax of a program's files into a checked program and diagnostics.
///
/// Each area of the language has a file of its own. Names come first, then the declarations that only
/// hold constants, then expressions (definitions before what uses them), and last the order of rules.
/// Something that could not be understood has been reported once; what rests on it stays silent.
struct Checker {
  let files: [SourceFile]
  /// Whether the text has faults of syntax, so that a name may be unknown only because of them.
  let isPartial: Bool
  var text = DeclarationLists()
  var diagnostics: [Diagnostic] = []
  var names = Names()

  var subject: Subject
  var calendar = CalendarRules()
  var events: [EventType] = []
  var streams: [Stream] = []
  var fieldNames: [FieldName] = []
  var enumerations: [Enumeration] = []
  var scales: [Scale] = []
  var params: [Param] = []
  var defines: [Define] = []
  var rules: [Rule] = []
  var noticeKinds: [NoticeKind] = []
  var presets: [Preset] = []
  var orders: [Order] = []
  var guardPhrases: [StringSyntax] = []
  var guardMatcher = PhraseMatcher()
  var disclaimers: [String] = []
  var sources: [SourceMapping] = []
  var scenarios: [Scenario] = []
  var nodes: [ExpressionNode] = []
  var evaluationOrder: [RuleID] = []

  /// The types of parameters and attributes; nil where the text gives none that is valid.
  var paramTypes: [ValueType?] = []
  var attributeTypes: [ValueType?] = []
  var attributeRanges: [RangeSyntax?] = []
  /// The types of the fields of each event; nil where the text gives none that is valid.
  var fieldTypes: [[ValueType?]] = []
  /// Their ranges as written, for messages.
  var fieldRanges: [[RangeSyntax?]] = []
  /// What is known of each definition once it is checked; nil where it is not valid.
  var definitions: [Definition?] = []
  /// What of each rule others need to know before it is checked.
  var traits: [RuleTraits] = []
  /// For each notice kind, whether a rule with `on` emits it.
  var triggeredKinds: [Bool] = []
  /// For each rule, what it reads of other rules and of scales.
  var ruleReads: [[Read]] = []
  /// For each notice kind, what its policy reads.
  var policyReads: [[Read]] = []
  /// The events that each stream's instants come from; none for firings.
  var streamEvents: [[EventID]] = []
  /// The streams that `stream` declares, in order.
  var derivedStreams: [StreamID] = []
  /// What clauses ask of the values of each name.
  var demands: [String: [Demand]] = [:]
  /// The values that the text gives to names.
  var givenValues: [GivenValue] = []
  var scope = Scope(place: .condition)
  var suggestionsLeft = 40

  init(files: [SourceFile], declarations: DeclarationLists, subject: SubjectSyntax, isPartial: Bool) {
    self.files = files
    self.isPartial = isPartial
    text = declarations
    self.subject = Subject(
      name: subject.name, isPerDay: subject.isPerDay, attributes: [], presetAttribute: nil,
      zoneAttribute: nil, ends: nil, span: subject.span)
  }

  /// Checks everything; the program is to be used only if no diagnostic is an error.
  mutating func run() {
    guard checkLimits() else { return }
    declareNames()
    checkCalendar()
    checkSubject()
    checkEvents()
    checkParams()
    checkPresets()
    checkColumnNames()
    checkStreamMembers()
    checkDefines()
    checkStreamConditions()
    checkEnding()
    checkRules()
    checkPolicies()
    orderRules()
    checkGuard()
    checkOrders()
    checkSources()
    checkScenarios()
    checkDemands()
  }

  var program: Program {
    var program = Program(subject: subject)
    program.files = files
    program.calendar = calendar
    program.events = events
    program.streams = streams
    program.fieldNames = fieldNames
    program.enumerations = enumerations
    program.scales = scales
    program.params = params
    program.defines = defines
    program.rules = rules
    program.noticeKinds = noticeKinds
    program.presets = presets
    program.orders = orders
    program.guardPhrases = guardPhrases
    program.guardMatcher = guardMatcher
    program.disclaimers = disclaimers
    program.sources = sources
    program.scenarios = scenarios
    program.expressions = nodes
    program.evaluationOrder = evaluationOrder
    program.judgeMessages()
    return program
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }
}
