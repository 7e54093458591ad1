import PaceLanguage

/// Something named in programs, with every place of the name.
struct NamedThing {
  struct Place: Hashable {
    var identity: String
    var span: Range<Int>
  }

  /// The place asked about.
  var span: SourceSpan
  private(set) var places: Set<Place> = []
  private(set) var declarations: Set<Place> = []
  /// The files with places, by their identities.
  private(set) var files: [String: SourceFile] = [:]
  /// The programs that know it; after `spread`, all that have one of the files.
  private(set) var compilations: [Compilation] = []

  /// What programs name at a place of a file; nil if they name nothing there.
  init?(at offset: Int, in identity: String, of programs: [Compilation]) {
    let found = programs.compactMap { program in
      program.occurrences.first {
        program.files[Int($0.span.file.index)].identity == identity && $0.span.start <= offset
          && offset <= $0.span.end
      }.map { (program: program, here: $0) }
    }
    guard let first = found.first else { return nil }
    span = first.here.span
    compilations = found.map { $0.program }
    for (program, here) in found { add([here.symbol], of: program) }
  }

  /// Adds the places in all programs that have a file with a known place, until no program adds another.
  mutating func spread(over programs: [Compilation]) {
    var known = 0
    while known < places.count {
      known = places.count
      compilations = programs.filter { $0.files.contains { files[$0.identity] != nil } }
      for program in compilations { add(symbols(in: program), of: program) }
    }
  }

  /// What the known places name in a program.
  func symbols(in program: Compilation) -> Set<Symbol> {
    let spans = Dictionary(grouping: places) { $0.identity }.mapValues { Set($0.map { $0.span }) }
    let known = program.files.map { spans[$0.identity] }
    let here = program.occurrences.filter { occurrence in
      let span = occurrence.span
      return known[Int(span.file.index)]?.contains(Int(span.start)..<Int(span.end)) ?? false
    }
    return Set(here.map { $0.symbol })
  }

  /// The texts of its files with another name at every place, by their identities.
  func texts(renamedTo name: String) -> [String: [UInt8]] {
    Dictionary(grouping: places.sorted) { $0.identity }.reduce(into: [:]) { texts, group in
      guard let bytes = files[group.key]?.bytes else { return }
      var (text, end) = ([UInt8](), 0)
      for place in group.value {
        text += bytes[end..<place.span.lowerBound]
        text += name.utf8
        end = place.span.upperBound
      }
      texts[group.key] = text + bytes[end...]
    }
  }

  private mutating func add(_ symbols: Set<Symbol>, of program: Compilation) {
    for occurrence in program.occurrences where symbols.contains(occurrence.symbol) {
      let file = program.files[Int(occurrence.span.file.index)]
      let place = Place(occurrence.span, in: file)
      files[file.identity] = file
      places.insert(place)
      if occurrence.isDeclaration { declarations.insert(place) }
    }
  }
}

extension NamedThing.Place {
  init(_ span: SourceSpan, in file: SourceFile) {
    self.init(identity: file.identity, span: Int(span.start)..<Int(span.end))
  }
}

extension Set<NamedThing.Place> {
  /// In the order of files and places.
  var sorted: [NamedThing.Place] {
    sorted { ($0.identity, $0.span.lowerBound) < ($1.identity, $1.span.lowerBound) }
  }
}
