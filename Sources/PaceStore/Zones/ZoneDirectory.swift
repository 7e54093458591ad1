public import PaceEngine
public import PaceLanguage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The system's time zones, by name.
public struct ZoneDirectory: Sendable {
  /// Where systems keep their time zone files.
  public static let systemFolders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo",
  ]

  private let folders: [String]
  private var known: [String: Zone?] = ["UTC": .utc]

  public init(folders: [String] = Self.systemFolders) { self.folders = folders }

  /// The zone of that name from 1900 to 2100; nil if the system has none.
  public mutating func zone(named name: String) -> Zone? {
    if let zone = known[name] { return zone }
    let zone = read(name)
    known[name] = .some(zone)
    return zone
  }

  /// The zone of a program's subjects that name none: their attribute's default, else `other`.
  public mutating func common(for program: Program, else other: Zone) -> Zone {
    guard let attribute = program.subject.zoneAttribute?.index,
      case .text(let name) = program.subject.attributes[attribute].initial
    else { return other }
    return zone(named: name) ?? other
  }

  /// Refuses a name that no zone has.
  func check(_ name: String) throws(Refusal) {
    var zones = self
    if zones.zone(named: name) != nil { return }
    throw Refusal(.unknownZone, "there is no time zone `\(name)`", help: help(for: name))
  }

  /// What to do about a name that `zone(named:)` doesn't know.
  public func help(for name: String) -> String {
    guard isThere else {
      let place = folders.first.map { " in \($0)" } ?? ""
      return "this system has no time zones\(place); install its package tzdata"
    }
    if let nearest = nearest(to: name) { return "did you mean `\(nearest)`?" }
    let examples = "such as `Europe/London` or `America/New_York`"
    return Self.isOffset(name)
      ? "abbreviations and offsets name no zone; take that of a city, \(examples)"
      : "names are \(examples), or `UTC`"
  }

  /// Whether the system has time zones at all.
  public var isThere: Bool { !allNames().isEmpty }

  /// The zone that was probably meant by an unknown name.
  ///
  /// Nobody who writes an abbreviation or an offset means another one: that would be hours off.
  public func nearest(to name: String) -> String? {
    let names = allNames()
    let wanted = SQLText.folded(name.replacing(" ", with: "_"))
    if let same = names.first(where: { SQLText.folded($0) == wanted }) { return same }
    let places = names.filter { !Self.isOffset($0) }
    // Someone who knows the city need not know the continent.
    let city = places.first {
      SQLText.folded($0).split(separator: UInt8(ascii: "/")).last.map(Array.init) == wanted
    }
    return city ?? (Self.isOffset(name) ? nil : Spelling.nearest(to: name, among: places))
  }

  /// Whether a name is an abbreviation or an offset: `PST`, `EST5EDT`, `Etc/GMT+1`, `+02:00`.
  private static func isOffset(_ name: String) -> Bool {
    if name.utf8.contains(where: { $0.isDigit || $0 == UInt8(ascii: "+") }) { return true }
    return !name.contains("/")
      && (name.utf8.count <= 3 || name.utf8.allSatisfy(\.isUpperLetter))
  }

  private func read(_ name: String) -> Zone? {
    guard Self.isPlain(name) else { return nil }
    for folder in folders {
      guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
      if let zone = ZoneFile(Array(data))?.zone(named: name) { return zone }
    }
    return nil
  }

  /// Whether the name leads to a file in the folder, outside its copies `right` and `posix`.
  private static func isPlain(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, first != "right", first != "posix", name.utf8.count < 100 else {
      return false
    }
    return parts.allSatisfy { part in
      guard let initial = part.utf8.first, initial.isLetter else { return false }
      return part.utf8.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    }
  }

  /// The names of all zones, sorted.
  public func allNames() -> [String] {
    var names: Set<String> = []
    for folder in folders {
      for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      where Self.isPlain(name) {
        if name.contains("/") || name.utf8.first.map({ $0 < 0x61 }) == true { names.insert(name) }
      }
    }
    // Folders are listed along with their contents.
    let parents = names.compactMap { name in name.lastIndex(of: "/").map { String(name[..<$0]) } }
    return names.subtracting(parents).sorted()
  }
}
