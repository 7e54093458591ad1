/// Something that a program declares under a name.
public enum Symbol: Hashable, Sendable {
  case subject
  case attribute(AttributeID)
  /// An event, a kind, a stream, a rule or a notice kind.
  case stream(StreamID)
  /// A field, by the name that events share.
  case field(FieldNameID)
  case scale(ScaleID)
  case level(ScaleID, Int)
  case param(ParamID)
  case define(DefineID)
  case preset(PresetID)
  /// One of the values of an attribute, a field or a parameter; those with equal lists of values share them.
  case choice(EnumerationID, Int)
}

extension Symbol {
  /// What it is, with its article, if expressions know it by its name alone; else nil.
  var valueSort: String? {
    switch self {
    case .param: "a param"
    case .attribute: "an attribute"
    case .define: "a define"
    case .scale: "a scale"
    case .subject, .stream, .field, .level, .preset, .choice: nil
    }
  }
}

extension Compilation {
  /// What stands in the way of giving `symbol` a name: where that name is declared already, and as what (`a rule`).
  ///
  /// Nil if the name is free for the symbol, or the program has an error.
  public func owner(of name: String, beside symbol: Symbol) -> (span: SourceSpan, sort: String)? {
    guard let program else { return nil }
    func sort(_ symbol: Symbol) -> (isValue: Bool, text: String)? {
      if case .stream(let id) = symbol { return (false, program[id].kind.sort) }
      return symbol.valueSort.map { (true, $0) }
    }
    guard let own = sort(symbol) else { return nil }
    for found in occurrences where found.isDeclaration && found.symbol != symbol {
      guard let other = sort(found.symbol), other.isValue == own.isValue else { continue }
      if program.text(in: found.span) == name { return (found.span, other.text) }
    }
    return nil
  }
}

/// A place of the text that names a symbol.
public struct Occurrence: Hashable, Sendable {
  public var symbol: Symbol
  /// The name, without quotes.
  public var span: SourceSpan
  /// Whether the symbol is declared there. Several events may declare one field. A notice kind is declared by the
  /// first rule that emits it.
  public var isDeclaration: Bool
}

extension Names.ValueName {
  var symbol: Symbol {
    switch self {
    case .param(let id): .param(id)
    case .attribute(let id): .attribute(id)
    case .define(let id): .define(id)
    case .scale(let id): .scale(id)
    }
  }
}

/// Looks up what names of the text stand for, and keeps each place as an occurrence.
extension Names {
  mutating func note(_ symbol: Symbol, at span: SourceSpan, isDeclaration: Bool = false) {
    occurrences.append(Occurrence(symbol: symbol, span: span, isDeclaration: isDeclaration))
  }

  mutating func stream(_ name: Identifier) -> StreamID? {
    guard let id = streams[name.text] else { return nil }
    note(.stream(id), at: name.span)
    return id
  }

  mutating func value(_ name: Identifier) -> ValueName? {
    guard let value = values[name.text] else { return nil }
    note(value.symbol, at: name.span)
    return value
  }

  mutating func attribute(_ name: Identifier) -> AttributeID? {
    guard case .attribute(let id) = values[name.text] else { return nil }
    note(.attribute(id), at: name.span)
    return id
  }

  /// Whether a name is the subject's name.
  mutating func isSubject(_ name: Identifier, _ subject: Identifier) -> Bool {
    if name.text == subject.text { note(.subject, at: name.span) }
    return name.text == subject.text
  }

  mutating func field(_ name: Identifier) -> FieldNameID? {
    guard let id = fields[name.text] else { return nil }
    note(.field(id), at: name.span)
    return id
  }

  /// The id of a field name, a new one if it isn't known.
  mutating func declareField(_ name: Identifier) -> FieldNameID {
    let id = fields[name.text] ?? FieldNameID(fields.count)
    fields[name.text] = id
    note(.field(id), at: name.span, isDeclaration: true)
    return id
  }

  mutating func preset(_ name: Identifier) -> PresetID? {
    guard let id = presets[name.text] else { return nil }
    note(.preset(id), at: name.span)
    return id
  }
}
