import PaceLanguage

/// A declaration that affects evaluation, by name.
public struct DeclarationKey: Hashable, Sendable {
  public enum Sort: String, Sendable {
    case calendar, subject, attribute, event, stream, scale, param, define, rule, policy, source
    case orderOfEvents = "order of events"
    case orderOfRules = "order of rules"
  }
  public var sort: Sort
  /// Empty where there is only one of the sort.
  public var name: String

  init(_ sort: Sort, _ name: String = "") {
    self.sort = sort
    self.name = name
  }

  /// `rule fast_pace`
  public var text: String { name.isEmpty ? sort.rawValue : "\(sort.rawValue) \(name)" }
}

extension Program {
  /// The event, stream or rule whose instants a stream has; nil for a notice kind.
  func declaration(of stream: StreamID) -> DeclarationKey? {
    switch self[stream].kind {
    case .event(let event), .kind(let event, _): DeclarationKey(.event, events[event.index].name.text)
    case .derived: DeclarationKey(.stream, self[stream].name)
    case .firings: DeclarationKey(.rule, self[stream].name)
    case .notices: nil
    }
  }

  /// A rule, and the policy of the notices that it emits.
  func declarations(of rule: RuleID) -> [DeclarationKey] {
    let policy = noticeKind(of: self[rule]).map { DeclarationKey(.policy, $0.name) }
    return [DeclarationKey(.rule, self[rule].name.text)] + (policy.map { [$0] } ?? [])
  }
}

extension References {
  /// The declarations that are read; parameters stand for the presets that set them.
  var declarations: Set<DeclarationKey> {
    var keys = Set(streams.compactMap { program.declaration(of: $0) })
    for param in params { keys.insert(.init(.param, program.params[param.index].name.text)) }
    for attribute in attributes {
      keys.insert(.init(.attribute, program.subject.attributes[attribute.index].name.text))
    }
    for define in defines { keys.insert(.init(.define, program.defines[define.index].name.text)) }
    for scale in scales { keys.insert(.init(.scale, program.scales[scale.index].name.text)) }
    return keys
  }
}

extension Influences {
  /// All declarations that can affect the rules.
  var declarations: Set<DeclarationKey> {
    references.declarations.union(rules.flatMap { program.declarations(of: $0) })
      .union([DeclarationKey(.subject), DeclarationKey(.calendar)])
  }
}
