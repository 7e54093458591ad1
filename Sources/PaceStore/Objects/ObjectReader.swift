public import PaceEngine
public import PaceLanguage

/// Reads JSON objects through a source: one a line, the elements of one array, or objects that take several lines.
///
/// An object that can't be read is skipped with its reason. Text in which objects can't even be told apart, such as an
/// array that is never closed, is an error.
public struct ObjectReader {
  /// How many objects there were so far, skipped ones included.
  public private(set) var count = 0
  /// How many of them clocks show twice, skipped objects left out.
  private var repeatedTimes = 0
  /// The zone of times without an offset.
  private let zone: Zone
  /// Whether it reads lines as `export` writes them.
  public let readsExported: Bool
  private var times = TimeRange()
  private let decoder: ObjectDecoder
  private var values: ValueSource
  private var line = JSONLine()
  /// The first objects; nil once one has all members that a block reads, and for lines of `export`.
  private var sample: ObjectSample?

  /// - Parameter zone: the zone of times without an offset, which can't be read if subjects have zones of their own.
  public init(program: Program, source: SourceMapping, zone: Zone, read: @escaping ByteSource) {
    self.init(program, source.objects, isExported: false, zone: zone, read)
  }

  /// Reads lines as `export` writes them; a missing member counts as `null`.
  public init(linesOf program: Program, zone: Zone, read: @escaping ByteSource) {
    self.init(program, SourceMapping.Objects.exported(by: program), isExported: true, zone: zone, read)
  }

  private init(
    _ program: Program, _ blocks: [SourceMapping.Objects], isExported: Bool, zone: Zone,
    _ read: @escaping ByteSource
  ) {
    self.zone = zone
    readsExported = isExported
    let plans = blocks.map { ObjectPlan($0, program, isExported: isExported) }
    decoder = ObjectDecoder(program, plans, zone: zone)
    values = ValueSource(read: read)
    sample = isExported ? nil : ObjectSample()
  }

  /// The next object; nil after the last.
  public mutating func next() throws(StoreError) -> ReadObject? {
    guard let (bytes, place) = try values.next() else { return nil }
    count += 1
    guard bytes.count <= LineSource.longest else { return skipped(place, "it is longer than 16 MB") }
    do throws(JSONLine.Failure) {
      try line.parse(bytes)
    } catch {
      let column = if case .line = place { ", in column \(error.column + 1)" } else { "" }
      return skipped(place, error.message + column)
    }
    if let sample, sample.objects.count < ObjectSample.most {
      if decoder.plans.contains(where: { $0.fits(line.top, in: line) }) {
        self.sample = nil
      } else {
        self.sample?.take(line)
      }
    }
    let object = decoder.read(line, at: place)
    let repeated = decoder.clocks.takeRepeatedTimes()
    if !object.rows.isEmpty { repeatedTimes += repeated }
    for case .event(let row) in object.rows { times.add(row.at.milliseconds) }
    return object
  }

  /// Notes what is to be told of the times so far.
  ///
  /// - Parameter clock: the present, after which hardly any instant lies.
  public func noteTimes(in problems: inout RowProblems, by clock: Instant?) {
    if decoder.clocks.areMet { problems.note(WallTimes(table: nil, column: nil, zone: zone.name)) }
    problems.repeatedTimes += repeatedTimes
    problems.doubts += doubts(by: clock)
  }

  /// The members whose instants so far were probably read in the wrong unit, or from the wrong epoch.
  ///
  /// - Parameter clock: the present, after which hardly any instant lies.
  private func doubts(by clock: Instant?) -> [TimeDoubt] {
    if readsExported {
      let members = decoder.plans.flatMap(\.members).filter { $0.slot == .at && $0.hasTimes }
      return members.first?.paths.first.flatMap { times.doubt(ofLinesWith: $0.text) }.map { [$0] } ?? []
    }
    return decoder.plans.flatMap { plan in
      plan.members.compactMap { $0.doubt(in: decoder.program, by: clock) }
    }
  }

  /// The offer of a source for the objects so far, if none of the first has all members that a block reads.
  public var draft: String? {
    guard let sample, !sample.objects.isEmpty else { return nil }
    return SourceDraft(decoder.program, sample.profiles(decoder.program)).offer
  }

  private func skipped(_ place: ObjectPlace, _ cause: String) -> ReadObject {
    var object = ReadObject(place: place, rows: [])
    object.problems = [ObjectProblem(place: place, cause: cause)]
    return object
  }
}

/// What a JSON text holds.
public enum ObjectForm: Sendable {
  /// Lines as `export` writes them, or nothing.
  case lines
  /// Objects of the program's only source that fits the first of them.
  case source(SourceMapping)
  /// Objects that any of these sources may read.
  case several([String])

  /// Looks at the first objects, until one is recognised.
  ///
  /// - Returns: what the text holds, and a function that reads the whole text, its beginning included; of an
  ///   array without elements it reads nothing.
  /// - Throws: `.layout` with a draft of a source if nothing reads these objects.
  public static func find(
    in read: @escaping ByteSource, for program: Program
  ) throws(StoreError) -> (form: ObjectForm, read: ByteSource) {
    var head: [UInt8] = []
    var isAll = false
    var values = ValueSource { (bytes: inout [UInt8]) throws(StoreError) -> Bool in
      // What is looked at is held until it is read.
      if head.count > 2 * LineSource.longest { return false }
      let start = bytes.count
      let isMore = try read(&bytes)
      head += bytes[start...]
      isAll = !isMore
      return isMore
    }
    var search = FormSearch(program)
    var count = 0
    do {
      while search.form == nil, !search.isFull, let value = try values.next() {
        count += 1
        if value.bytes.count <= LineSource.longest { search.look(at: value.bytes, value.place) }
      }
      // An array without elements is no line, but holds all of no objects.
      if count == 0 { return (.lines, { (_) throws(StoreError) in false }) }
    } catch {
      // Other errors in the text are reported when it is read.
      if count == 0, CSVSeparator.isSheet(head[...], isWhole: isAll) {
        throw StoreError(
          .data, "this is a CSV file, not JSON",
          help: "`--db` reads a CSV file; of one that it reads, `export` makes what `import` takes")
      }
    }
    return (try search.result(), replaying(head, isAll: isAll, then: read))
  }
}
