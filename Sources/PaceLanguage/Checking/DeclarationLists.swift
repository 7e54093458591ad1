/// The declarations of a program by sort, each list in the order of the text, includes in their place.
struct DeclarationLists {
  var calendars: [CalendarSyntax] = []
  var subjects: [SubjectSyntax] = []
  var events: [EventSyntax] = []
  var streams: [StreamSyntax] = []
  var scales: [ScaleSyntax] = []
  var params: [ValueSyntax] = []
  var defines: [DefineSyntax] = []
  var rules: [RuleSyntax] = []
  var policies: [PolicySyntax] = []
  var presets: [PresetSyntax] = []
  var orders: [OrderSyntax] = []
  var guards: [GuardSyntax] = []
  var disclaimers: [StringSyntax] = []
  var sources: [SourceSyntax] = []
  var scenarios: [ScenarioSyntax] = []

  mutating func append(_ declaration: Declaration) {
    switch declaration {
    case .include: break
    case .calendar(let syntax): calendars.append(syntax)
    case .subject(let syntax): subjects.append(syntax)
    case .event(let syntax): events.append(syntax)
    case .stream(let syntax): streams.append(syntax)
    case .scale(let syntax): scales.append(syntax)
    case .param(let syntax): params.append(syntax)
    case .define(let syntax): defines.append(syntax)
    case .rule(let syntax): rules.append(syntax)
    case .policy(let syntax): policies.append(syntax)
    case .preset(let syntax): presets.append(syntax)
    case .order(let syntax): orders.append(syntax)
    case .guard(let syntax): guards.append(syntax)
    case .disclaimer(let syntax, _): disclaimers.append(syntax)
    case .source(let syntax): sources.append(syntax)
    case .scenario(let syntax): scenarios.append(syntax)
    }
  }
}
