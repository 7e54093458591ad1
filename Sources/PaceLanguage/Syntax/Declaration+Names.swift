/// A name that a declaration gives, with its place.
public struct DeclaredName: Sendable {
  public enum Sort: String, Sendable {
    case subject, attribute, event, field, kind, stream, scale, level, parameter, definition, rule, preset,
      source
    case scenario
  }

  public var sort: Sort
  public var name: String
  /// Where the name stands.
  public var place: SourceSpan
  /// The whole declaration.
  public var span: SourceSpan
  /// The names that are declared inside it.
  public var members: [DeclaredName] = []

  init(_ sort: Sort, _ name: Identifier, _ span: SourceSpan? = nil, members: [DeclaredName] = []) {
    self.sort = sort
    self.name = name.text
    place = name.span
    self.span = span ?? name.span
    self.members = members
  }
}

extension Declaration {
  /// The name that the declaration gives, with the names inside it; nil for declarations without a name.
  public var declaredName: DeclaredName? {
    switch self {
    case .include, .calendar, .policy, .order, .guard, .disclaimer: nil
    case .subject(let it):
      DeclaredName(.subject, it.name, it.span, members: it.items.compactMap(Self.attribute))
    case .event(let it): DeclaredName(.event, it.name, it.span, members: it.items.compactMap(Self.part))
    case .stream(let it): DeclaredName(.stream, it.name, it.span)
    case .scale(let it):
      DeclaredName(.scale, it.name, it.span, members: it.levels.map { DeclaredName(.level, $0.name) })
    case .param(let it): DeclaredName(.parameter, it.name, it.span)
    case .define(let it): DeclaredName(.definition, it.name, it.span)
    case .rule(let it): DeclaredName(.rule, it.name, it.span)
    case .preset(let it): DeclaredName(.preset, it.name, it.span)
    case .source(let it): DeclaredName(.source, it.name, it.span)
    case .scenario(let it): DeclaredName(.scenario, Identifier(it.name.text, it.name.span), it.span)
    }
  }

  private static func attribute(_ item: SubjectSyntax.Item) -> DeclaredName? {
    switch item {
    case .attribute(let it): DeclaredName(.attribute, it.name, it.span)
    case .ends: nil
    }
  }

  private static func part(_ item: EventSyntax.Item) -> DeclaredName? {
    switch item {
    case .field(let it): DeclaredName(.field, it.name, it.span)
    case .kind(let it): DeclaredName(.kind, it.name, it.span)
    case .debounce: nil
    }
  }
}

/// `FastPace` and `fastPace` as names are written, `fast_pace`; nil if nothing is left.
func lowerCaseName(_ word: String) -> String? {
  var result: [UInt8] = []
  var previous: UInt8 = 0
  for byte in word.utf8 {
    if byte.isUpperLetter {
      if previous.isLowerLetter || previous.isDigit { result.append(UInt8(ascii: "_")) }
      result.append(byte.lowered)
    } else if !(result.isEmpty && !byte.isLowerLetter) {
      result.append(byte)
    }
    previous = byte
  }
  return result.isEmpty ? nil : String(decoding: result, as: UTF8.self)
}
