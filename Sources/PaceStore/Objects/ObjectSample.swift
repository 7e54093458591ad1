internal import PaceLanguage

/// Some objects of a text, from which a source for them is drafted.
struct ObjectSample {
  /// An object as plain values, its members in their order.
  struct Object {
    /// Members of nested objects have names such as `a.b`.
    var members: [(name: String, value: Value)] = []

    var names: [String] { members.map(\.name) }

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

  /// The most objects that are sampled: enough to see what members hold.
  static let most = 200
  /// The most members of an object that a draft looks at.
  private static let mostMembers = 500
  /// The longest path of a member that a draft looks at, in bytes.
  private static let longestPath = 256

  private(set) var objects: [Object] = []

  mutating func take(_ line: JSONLine) { objects.append(Self.object(line.top, in: line)) }

  private static func object(_ members: Range<Int>, in line: JSONLine, below prefix: String = "") -> Object {
    var result = Object()
    for member in line.members[members] {
      if result.members.count >= mostMembers { break }
      if prefix.utf8.count + member.key.count > longestPath { continue }
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
          objects: sort.name, origin: origin, sort: sort.ofMember, count: sort.objects.count,
          columns: Self.columns(of: sort.objects)))
      for (name, items) in Self.lists(in: sort.objects) {
        profiles.append(
          TableProfile(
            objects: name, origin: "\(origin) each \(DraftBlock.path(name))", count: items.count,
            columns: Self.columns(of: items), holder: Self.columns(of: sort.objects)))
      }
    }
    return profiles
  }

  private struct Sort {
    var name: String
    /// As a source writes it after `where`; empty if all objects are of one sort.
    var test: String
    /// The sort by the values of a member; nil if other things tell it apart.
    var ofMember: TableProfile.Sort?
    var objects: [Object]
  }

  private func sorts(_ program: Program) -> [Sort] {
    let all = TableProfile(objects: "", origin: "", count: objects.count, columns: Self.columns(of: objects))
    let places = all.sorts(for: program).map { sort in
      (sort, objects.indices.filter { objects[$0].text(sort.column).map(sort.values.contains) ?? false })
    }
    // A member that is `null` somewhere leaves that object in no sort.
    if places.reduce(0, { $0 + $1.1.count }) == objects.count, !places.isEmpty {
      return places.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map { sort, places in
        Sort(
          name: sort.values[0], test: sort.test(of: DraftBlock.path(sort.column)), ofMember: sort,
          objects: places.map { objects[$0] })
      }
    }
    return sortsByMembers() ?? [Sort(name: "", test: "", objects: objects)]
  }

  /// A sort for each set of members, if each has a member that all its objects have and no others; else nil.
  private func sortsByMembers() -> [Sort]? {
    let names = objects.map { Set($0.names) }
    var sets: [Set<String>] = []
    for set in names where !sets.contains(set) { sets.append(set) }
    // A set that is part of another just leaves members out.
    let whole = sets.filter { set in !sets.contains { set.isStrictSubset(of: $0) } }
    guard whole.count > 1 else { return nil }
    var sorts: [Sort] = []
    for set in whole {
      let own = objects.indices.filter { names[$0].isSubset(of: set) }
      let others = objects.indices.filter { !names[$0].isSubset(of: set) }
      let name = own.first.flatMap { first in
        objects[first].names.first { name in
          own.allSatisfy { names[$0].contains(name) } && !others.contains { names[$0].contains(name) }
        }
      }
      guard let name else { return nil }
      sorts.append(Sort(name: name, test: "has \(DraftBlock.path(name))", objects: own.map { objects[$0] }))
    }
    return sorts
  }

  /// The lists that objects hold, by name, with the items of all.
  private static func lists(in objects: [Object]) -> [(name: String, items: [Object])] {
    let lists = objects.flatMap(\.members).compactMap { member in
      if case .list(let items) = member.value { (name: member.name, items: items) } else { nil }
    }
    return lists.grouped { $0.name }.map { name, lists in (name, lists.flatMap(\.items)) }
  }

  /// A list whose items hold lists of objects in turn, and the first of these.
  var listInItems: (list: String, inner: String)? {
    for (name, items) in Self.lists(in: objects) {
      if let inner = Self.lists(in: items).first { return (name, inner.name) }
    }
    return nil
  }

  /// The members that hold no lists. Of members of one name in an object the first counts.
  private static func columns(of objects: [Object]) -> [TableProfile.Column] {
    var columns: [TableProfile.Column] = []
    var places: [String: Int] = [:]
    var lists: Set<String> = []
    var holders: [Int] = []
    for object in objects {
      var seen: Set<String> = []
      for member in object.members where seen.insert(member.name).inserted {
        let place = places[member.name] ?? columns.count
        if place == columns.count {
          places[member.name] = place
          columns.append(TableProfile.Column(name: member.name))
          holders.append(0)
        }
        holders[place] += 1
        switch member.value {
        case .text(let text): columns[place].take(text)
        case .number(let number): columns[place].take(number)
        case .list: lists.insert(member.name)
        case .null: break
        }
      }
    }
    for place in columns.indices { columns[place].isMissing = holders[place] < objects.count }
    return columns.filter { !lists.contains($0.name) }
  }
}
