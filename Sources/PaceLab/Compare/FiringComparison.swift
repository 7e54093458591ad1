import PaceEngine
public import PaceLanguage

/// What is compared of two firings of one rule at one instant.
public enum FiringAspect: Hashable, Sendable {
  case kind, level, severity
  /// Where a scale stands after the instant.
  case scale(String)
  case message

  public var name: String {
    switch self {
    case .kind: "kind"
    case .level: "level"
    case .severity: "severity"
    case .scale(let name): name
    case .message: "message"
    }
  }
}

/// An aspect in which two firings differ, with both values; a value that is not there is nil.
public struct FiringChange: Sendable {
  public let aspect: FiringAspect
  public let before: String?
  public let after: String?
}

/// Compares the firings of one program with those of another.
public struct FiringComparison: Sendable {
  private let before: Program
  private let after: Program
  /// In the order in which they are compared.
  private let aspects: [FiringAspect]

  public init(_ before: Program, _ after: Program) {
    (self.before, self.after) = (before, after)
    let scales = Set((before.scales + after.scales).map { $0.name.text }).sorted()
    aspects = [.kind, .level, .severity] + scales.map { .scale($0) } + [.message]
  }

  /// What differs in two firings of one rule at one instant.
  ///
  /// If the rule's level changed, a scale that changed in the same way is left out.
  public func changes(_ old: ToldFiring, _ new: ToldFiring) -> [FiringChange] {
    var found: [FiringChange] = []
    for aspect in aspects {
      let (was, now) = (before.value(of: aspect, in: old), after.value(of: aspect, in: new))
      if was == now { continue }
      let goesAlong = found.contains { $0.aspect == .level && $0.before == was && $0.after == now }
      if case .scale = aspect, goesAlong { continue }
      found.append(FiringChange(aspect: aspect, before: was, after: now))
    }
    return found
  }
}

extension Program {
  /// One aspect of a firing in words; nil if it has none.
  func value(of aspect: FiringAspect, in told: ToldFiring) -> String? {
    let rule = told.firing.rule
    switch aspect {
    case .kind: return kindName(of: rule)
    case .level: return levelName(of: rule)
    case .severity: return self[rule].severity.map { String($0) }
    case .scale(let name):
      let scale = scales.firstIndex { $0.name.text == name }
      return scale.map { scales[$0].levels[told.levels[$0]].name }
    case .message: return told.firing.message
    }
  }
}
