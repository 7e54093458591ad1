public import PaceEngine
import PaceLanguage

/// Merging files.
extension Keeper {
  /// SQLite's default limit on files attached at once.
  public static let mostPeers = 10

  /// Merges the contents of other files into this one.
  ///
  /// Each file is written in a transaction of its own, this one first, and waited for up to five seconds. A mutual
  /// merge that throws may have changed the files before the one it failed at; merging again completes it.
  ///
  /// - Parameters:
  ///   - isMutual: whether the others also take the contents of this one and of each other.
  ///   - announce: called before anything is written, with the rows that a file loses because others have deleted them.
  public mutating func merge(
    _ paths: [String], isMutual: Bool = false, announce: (_ path: String, MergeGain) -> Void = { _, _ in }
  ) throws(KeepingError) -> MergeOutcome {
    let peers = try self.peers(of: file, paths)
    for peer in isMutual ? peers : [] {
      // An error here is reported when the file is written to.
      guard let gain = try? goneFrom(peer, among: peers) else { continue }
      announce(peer.path, gain)
    }
    let path = file.path
    var merged = try take(peers) { gain in announce(path, gain) }
    for peer in peers {
      for (device, at) in peer.ahead where !merged.ahead.contains(where: { $0.device == device }) {
        merged.ahead.append((device, at - clock.milliseconds))
      }
      merged.withoutID += peer.withoutID.map { (peer.path, $0.table, $0.rows) }
    }
    merged.sharedDevices = sharedDevices(peers)
    if !isMutual { return merged }
    merged.withoutID += try storing(file.rowsWithoutID()).map { (path, $0.table, $0.rows) }
    for peer in peers {
      do throws(KeepingError) {
        let (gain, isOverwritten) = try give(to: peer, among: peers)
        merged.files.append((peer.path, gain))
        if !isOverwritten { merged.unoverwritten.append(peer.path) }
      } catch {
        guard case .store(var failure) = error, !isDryRun else { throw error }
        let done = merged.files.map { "`\($0.path)`" }.joined(separator: ", ")
        let rest = "\(done) took all there is; merge again once this is mended"
        failure.help = failure.help.map { "\($0)\n\(rest)" } ?? rest
        throw .store(failure)
      }
    }
    return merged
  }

  /// Merges this file and the other peers into one of the peers.
  private mutating func give(
    to peer: Peer, among peers: [Peer]
  ) throws(KeepingError) -> (gain: MergeGain, isOverwritten: Bool) {
    let (other, back) = try turned(peer, among: peers)
    let given = try Self.take(back, into: other, keeps: !isDryRun, announce: { _ in }) { $0 }
    checkpoint(other)
    return given
  }

  /// Device names that several of the files have, with the paths of those files.
  private func sharedDevices(_ peers: [Peer]) -> [(device: String, paths: [String])] {
    let files = [(device: file.device, path: file.path)] + peers.map { (device: $0.device, path: $0.path) }
    return files.grouped { $0.device }.filter { !$0.key.isEmpty && $0.elements.count > 1 }
      .map { ($0.key, $0.elements.map { $0.path }) }
  }

  /// What a peer would lose because this file or the other peers have deleted it.
  private func goneFrom(_ peer: Peer, among peers: [Peer]) throws(KeepingError) -> MergeGain {
    let (other, back) = try turned(peer, among: peers)
    return try Self.attached(back, to: other) { () throws(KeepingError) in
      try other.transaction(keeps: { _ in false }) { () throws(KeepingError) in
        var merging = Merging(file: other, peers: back)
        try storing(merging.findGone())
        return merging.gain
      }
    }
  }

  /// A peer opened for writing, and the files that it takes from.
  private func turned(
    _ peer: Peer, among peers: [Peer]
  ) throws(KeepingError) -> (file: LogFile, peers: [Peer]) {
    let other = try storing(LogFile(opening: peer.path, program: program))
    let sources = [file.path] + peers.map(\.path).filter { $0 != peer.path }
    return (other, try self.peers(of: other, sources))
  }

  /// The other files as peers, each once; a file that can't be merged with `file` is refused.
  private func peers(of file: LogFile, _ paths: [String]) throws(KeepingError) -> [Peer] {
    var peers: [Peer] = []
    try storing(file.bookkeeping.checkNotices())
    try storing(file.checkMergeable())
    for path in paths {
      if Connection.areSame(path, file.path) {
        throw .usage(.unmergeable, "`\(path)` is the log itself", help: "name the files to take from")
      }
      if peers.contains(where: { Connection.areSame($0.path, path) }) { continue }
      let number = peers.count
      peers.append(try storing(Peer(path, number: number, of: file, clock: clock)))
    }
    if peers.count > Self.mostPeers {
      throw .usage(
        .unmergeable, "at most \(Self.mostPeers) files can be merged at once",
        help: "merge the rest afterwards")
    }
    return peers
  }

  private mutating func take(
    _ peers: [Peer], announce: (MergeGain) -> Void
  ) throws(KeepingError) -> MergeOutcome {
    var keeper = self
    defer { self = keeper }
    var (merged, isOverwritten) = try Self.take(peers, into: file, keeps: !isDryRun, announce: announce) {
      (gain) throws(KeepingError) in
      var merged = MergeOutcome()
      merged.files = [(keeper.file.path, gain)]
      try storing { () throws(StoreError) in
        merged.strays = try keeper.file.subjects.deletedWithRows()
        merged.now = try keeper.file.rowCounts()
      }
      if !keeper.program.subject.isPerDay, keeper.program.subject.ends != nil {
        let open = try keeper.open(at: keeper.clock)
        if open.count > 1 { merged.open = open.map(\.subject) }
      }
      return merged
    }
    if !isOverwritten { merged.unoverwritten = [file.path] }
    return merged
  }

  /// Merges the contents of peers into a file, as one transaction, and overwrites what goes from it.
  private static func take<Result>(
    _ peers: [Peer], into file: LogFile, keeps: Bool, announce: (MergeGain) -> Void,
    _ body: (MergeGain) throws(KeepingError) -> Result
  ) throws(KeepingError) -> (Result, isOverwritten: Bool) {
    // The peers' columns are added, and are gone again if the transaction is rolled back.
    defer { try? file.refresh() }
    try storing { () throws(StoreError) in
      for table in file.rows.tables {
        try file.checkKept(file.rows.columns(table), of: file.rows.entity(table))
      }
    }
    return try attached(peers, to: file) { () throws(KeepingError) -> (Result, isOverwritten: Bool) in
      try storing(file.connection.execute("PRAGMA main.secure_delete = ON"))
      var hasDeleted = false
      let result = try file.transaction(keeps: { _ in keeps }) { () throws(KeepingError) -> Result in
        var merging = Merging(file: file, peers: peers)
        try storing(merging.run(announce: announce))
        hasDeleted = !merging.gain.gone.isEmpty
        return try body(merging.gain)
      }
      // Deleted data must not stay in the file's write-ahead log either.
      return (result, isOverwritten: hasDeleted && keeps ? file.truncateLog() : true)
    }
  }

  /// Runs `body` while peers are attached to a file.
  private static func attached<Result>(
    _ peers: [Peer], to file: LogFile, _ body: () throws(KeepingError) -> Result
  ) throws(KeepingError) -> Result {
    defer { for peer in peers { try? file.connection.detach(peer.name) } }
    try storing { () throws(StoreError) in
      for peer in peers { try file.connection.attach(peer.path, as: peer.name) }
    }
    do throws(KeepingError) {
      return try body()
    } catch {
      guard case .store(let problem) = error, problem.code == .corrupt else { throw error }
      // Errors name the file that is written; of those that are read, the one that is damaged is found by itself.
      try storing { () throws(StoreError) in for peer in peers { try peer.checkSound() } }
      throw error
    }
  }
}

extension LogFile {
  /// Empties the file's write-ahead log; false if a reader prevents it.
  func truncateLog() -> Bool {
    (try? connection.number("PRAGMA main.wal_checkpoint(TRUNCATE)")) == 0
  }

  /// How many rows the tables hold: the subject's, the events', and the notices, each once.
  func rowCounts() throws(StoreError) -> [(table: String, rows: Int)] {
    var counts: [(table: String, rows: Int)] = []
    for table in rows.tables.map(rows.entity) + [Layout.noticeTable] {
      counts.append((table, try countRows(of: table)))
    }
    return counts
  }

  /// How many rows a table has that meet the condition; what two devices gave under one id is one notice.
  func countRows(
    of table: String, where condition: String? = nil, _ values: [StoredValue] = []
  ) throws(StoreError) -> Int {
    let row = table == Layout.noticeTable ? "DISTINCT id" : "*"
    let filter = condition.map { " WHERE \($0)" } ?? ""
    return try connection.count("SELECT count(\(row)) FROM \(SQLText.name(table))\(filter)", values)
  }
}

extension SubjectTable {
  /// Deleted subjects that have rows of events again, with the number of those rows.
  func deletedWithRows() throws(StoreError) -> [(subject: String, rows: Int)] {
    let program = file.program
    if program.subject.isPerDay { return [] }
    let name = SQLText.name(program.noun)
    let parts = program.events.map { "SELECT \(name) AS subject FROM \(SQLText.name($0.name.text))" }
    let rows = try file.connection.rows(
      """
      SELECT subject, count(*) FROM (\(parts.joined(separator: " UNION ALL ")))
      WHERE subject IN (SELECT id FROM _gone WHERE entity = ?1)
      GROUP BY subject ORDER BY CAST(subject AS BLOB)
      """, [.text(program.noun)], width: 2)
    return rows.map { ($0[0].text ?? "", Int(clamping: $0[1].integer ?? 0)) }
  }
}

/// Importing objects.
extension Keeper {
  /// What an import did.
  public struct Imported: Sendable {
    public var tally = ImportTally()
    /// The notices that a live import gave, and the status, for each subject.
    public var told: [(subject: String, told: NotifyOutcome)] = []
  }

  /// Imports objects, as one transaction.
  ///
  /// Existing rows keep the greater values, and deleted ones stay deleted; the order and repetition of rows, subjects
  /// and ends make no difference. An object that can't be kept is skipped whole; of a catalogue only bad items are.
  /// The tally counts every object once, by the greatest outcome among its rows, and each skipped object or item.
  ///
  /// - Parameters:
  ///   - at: the instant at which settings and the catalogue change, and up to which a live import gives
  ///     notices; nil for the clock's.
  ///   - isLive: whether what is due is given, as by `notify`; otherwise the floor is raised without giving it.
  ///   - isExport: whether the objects are lines of an export. In those a subject may end before it starts, because a
  ///     merge can lead to that.
  ///   - isForced: whether `at` may lie well ahead of the clock.
  ///   - tell: called with the reason for each object, or item of a catalogue, that is skipped, and with each value
  ///     that counts as another; if it throws, the file stays as it was.
  ///   - next: returns the next object, nil after the last; if it throws, the file stays as it was.
  /// - Throws: `.usage` for ids of other rules, besides what `tell` and `next` throw and what hinders any command.
  public mutating func take(
    at: Instant? = nil, isLive: Bool = false, isExport: Bool = false, isForced: Bool = false,
    tell: (ObjectProblem) throws(KeepingError) -> Void = { _ in },
    _ next: () throws(KeepingError) -> ReadObject?
  ) throws(KeepingError) -> Imported {
    try writing { (keeper) throws(KeepingError) in
      let t = try keeper.instant(at)
      try keeper.checkTime(t, isForced: isForced)
      var imported = Imported()
      let taking = try storing(ObjectImport(keeper, at: at, isExport: isExport))
      while var object = try next() {
        try checking(taking.sift(&object))
        for problem in object.problems { try tell(problem) }
        imported.tally.total += 1
        imported.tally.skipped += object.problems.count { $0.isSkipped }
        try storing(taking.take(object.rows, &imported.tally))
      }
      var room = Self.mostNotices
      for (subject, newest) in taking.newestOfSubjects {
        if isLive {
          let told = try keeper.give(subject, try keeper.log(of: subject), at: t, room: room)
          room -= told.notices.count
          imported.told.append((subject, told))
        } else if newest > .min {
          try storing(
            keeper.file.bookkeeping.raiseFloor(
              of: subject, device: keeper.device, to: min(newest, keeper.clock.milliseconds)))
        }
      }
      return imported
    }
  }
}
