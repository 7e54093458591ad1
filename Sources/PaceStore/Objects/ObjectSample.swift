internal import PaceLanguage

/// Some objects of a text, from which a source for them is drafted.
struct ObjectSample {
  /// An object as plain values, its members in their order.
  struct Object {
    /// Members of nested objects have names such as `a.b`.
    var members: [(name: String, value: Value)] = []

    var names: [String] { members.map(\.name) }

    func list(_ name: String) -> [Object] {
      guard case .list(let items) = members.first(where: { $0.name == name })?.value else { return [] }
      return items
    }

    func text(_ name: String) -> String? {
      guard case .text(let text) = members.first(where: { $0.name == name })?.value else { return nil }
      return text
    }
  }

  enum Value {
    case text(String)
    case number(Double)
    case null
    /// The objects among a list's elements.
    case list([Object])
  }

  /// So many objects are enough to tell what members hold.
  static let most = 200

  private(set) var objects: [Object] = []

  mutating func take(_ line: JSONLine) { objects.append(Self.object(line.top, in: line)) }

  private static func object(_ members: Range<Int>, in line: JSONLine, below prefix: String = "") -> Object {
    var result = Object()
    for member in line.members[members] {
      let key = line.text(member.key)
      // A path separates keys by dots, so it can't name such a key.
      if key.isEmpty || key.contains(".") { continue }
      let name = prefix + key
      switch member.content {
      case .null: result.members.append((name, .null))
      case .bool(let flag): result.members.append((name, .number(flag ? 1 : 0)))
      case .number(let range):
        let number = Double(String(decoding: line.bytes[range], as: UTF8.self)) ?? 0
        result.members.append((name, .number(number)))
      case .string(let range): result.members.append((name, .text(line.text(range))))
      case .object(let range): result.members += object(range, in: line, below: name + ".").members
      case .array(let range):
        let elements = line.members[range].compactMap { element in
          if case .object(let range) = element.content { object(range, in: line) } else { nil }
        }
        if !elements.isEmpty { result.members.append((name, .list(elements))) }
      }
    }
    return result
  }

  // MARK: Sorts of objects

  /// Profiles of each sort of objects and of the items of their lists; sorts are told apart as in a source.
  func profiles(_ program: Program) -> [TableProfile] {
    var profiles: [TableProfile] = []
    for sort in sorts(program) {
      let origin = sort.test.isEmpty ? "json" : "json where \(sort.test)"
      profiles.append(
        TableProfile(
          objects: sort.name, origin: origin, count: sort.objects.count,
          columns: Self.columns(of: sort.objects)))
      for name in Self.names(in: sort.objects) {
        let items = sort.objects.flatMap { $0.list(name) }
        if items.isEmpty { continue }
        profiles.append(
          TableProfile(
            objects: name, origin: "\(origin) each \(DraftBlock.path(name))", count: items.count,
            columns: Self.columns(of: items)))
      }
    }
    return profiles
  }

  private struct Sort {
    var name: String
    /// As a source writes it after `where`; empty if all objects are of one sort.
    var test: String
    var objects: [Object]
  }

  private func sorts(_ program: Program) -> [Sort] {
    if let name = teller(program) {
      var values: [String] = []
      for object in objects {
        if let text = object.text(name), !values.contains(text) { values.append(text) }
      }
      return values.map { value in
        Sort(
          name: value, test: "\(DraftBlock.path(name)) == \(ValueText.quoted(value))",
          objects: objects.filter { $0.text(name) == value })
      }
    }
    return sortsByMembers() ?? [Sort(name: "", test: "", objects: objects)]
  }

  /// Names of members that may say what an object is.
  private static let tellers = ["type", "kind", "event", "entity", "message", "msg", "table", "op", "action"]

  /// The member that says what each object is; one with the kinds of an event doesn't count.
  private func teller(_ program: Program) -> String? {
    let kinds = program.events.map { $0.kinds.map(\.name.text) }
    return Self.tellers.lazy.compactMap { name in
      objects.first?.names.first { TableProfile.bare($0) == name }
    }.first { name in
      let texts = Set(objects.compactMap { $0.text(name) })
      let column = Self.columns(of: objects).first { $0.name == name }
      return objects.allSatisfy { $0.text(name) != nil } && texts.count <= 16
        && !kinds.contains { column?.isMostly($0) ?? false }
    }
  }

  /// A sort for each set of members, if each has a member that all its objects have and no others; else nil.
  private func sortsByMembers() -> [Sort]? {
    var sets: [Set<String>] = []
    for object in objects where !sets.contains(Set(object.names)) { sets.append(Set(object.names)) }
    // A set that is part of another just leaves members out.
    let whole = sets.filter { set in !sets.contains { set.isStrictSubset(of: $0) } }
    guard whole.count > 1 else { return nil }
    var sorts: [Sort] = []
    for set in whole {
      let own = objects.filter { Set($0.names).isSubset(of: set) }
      let others = objects.filter { !Set($0.names).isSubset(of: set) }
      let name = own.first?.names.first { name in
        own.allSatisfy { $0.names.contains(name) } && !others.contains { $0.names.contains(name) }
      }
      guard let name else { return nil }
      sorts.append(Sort(name: name, test: "has \(DraftBlock.path(name))", objects: own))
    }
    return sorts
  }

  private static func names(in objects: [Object]) -> [String] {
    var names: [String] = []
    for name in objects.flatMap(\.names) where !names.contains(name) { names.append(name) }
    return names
  }

  private static func columns(of objects: [Object]) -> [TableProfile.Column] {
    names(in: objects).compactMap { name in
      var column = TableProfile.Column(name: name)
      column.isMissing = objects.contains { !$0.names.contains(name) }
      for object in objects {
        switch object.members.first(where: { $0.name == name })?.value {
        case .text(let text): column.texts.insert(text)
        case .number(let number): column.numbers.insert(number)
        case .list: return nil
        case .null, nil: break
        }
      }
      return column
    }
  }
}
